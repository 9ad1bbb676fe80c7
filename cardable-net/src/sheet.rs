//! A printable sheet of a game's cards, as one page without network.

use crate::server::joined;
use cardable_core::RulesetInfo;
use serde_json::json;

/// How the page looks, on the screen and on paper.
const STYLE: &str = "@page { margin: 8mm }
body { margin: 0; font: 14px system-ui, sans-serif }
h1 { font-size: 16px; margin: 8px }
main { display: flex; flex-wrap: wrap; gap: 0 }
.card { width: var(--width); height: var(--height); background: #fffdf7; outline: .2mm solid #999; break-inside: avoid;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.round { border-radius: 50% }
@media print { h1 { display: none } }
";

/// The page with the cards of a game. `copies` says how often each card is printed, by its number in the info. None if the
/// modules that draw cards cannot be joined.
pub fn sheet(info: &RulesetInfo, copies: &[(usize, usize)]) -> Option<String> {
    let script = joined("sheet.js")?;
    // In a script element only `<` could end it.
    let data = json!({ "info": info, "copies": copies })
        .to_string()
        .replace('<', "\\u003c");
    let title = info.name.replace('&', "&amp;").replace('<', "&lt;");
    Some(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <h1>{title}</h1>\n<script type=\"application/json\" id=\"sheet\">{data}</script>\n<script type=\"module\">\n{script}</script>\n</html>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::sheet;

    #[test]
    fn a_sheet_is_one_page_without_network() {
        let ruleset = cardable_rulesets::game("crazy-eights").unwrap().load().unwrap();
        let mut info = ruleset.info();
        info.name = "Eights </script> & more".into();
        let page = sheet(&info, &[(0, 2), (3, 1)]).unwrap();
        assert!(page.contains("<title>Eights &lt;/script> &amp; more</title>"));
        assert!(page.contains("\"copies\":[[0,2],[3,1]]"));
        assert_eq!(
            page.matches("</script>").count(),
            2,
            "what is in the data ends no script"
        );
        for outside in ["src=", "href=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("function faceParts"));
    }
}
