#!/usr/bin/env bash
# Three hosts on one PostgreSQL, on this machine, without containers: to try out what docs/hosting.md says of many hosts.
# The database is temporary and goes with the script. Ctrl-C stops everything.
#
#     deploy/three-hosts.sh [PROGRAM]        the default is `cardable-host` in PATH, or in target/release or target/debug
#
#     PORT=7777      the first of three ports to listen at
#     LEASE=6        the setting `lease` of each host
#
# It needs PostgreSQL's programs (Debian: `apt install postgresql`) and curl.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
port=${PORT:-7777}

fail() {
    echo "$*" >&2
    exit 1
}

find_program() {
    local program
    for program in "$(command -v cardable-host || true)" "$root"/target/{release,debug}/cardable-host; do
        if [ -x "$program" ]; then
            echo "$program"
            return
        fi
    done
    fail "there is no cardable-host: build it (cargo build --release -p cardable-net), or name it"
}

find_postgres() {
    local folder
    # What is in PATH, then where Debian puts each version, the newest first.
    for folder in $(tr : '\n' <<<"$PATH") $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV); do
        if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ] && [ -x "$folder/createdb" ]; then
            echo "$folder"
            return
        fi
    done
    fail "there is no PostgreSQL: install it"
}

program=${1:-$(find_program)}
postgres=$(find_postgres)
[ -x "$program" ] || fail "$program is no program"
command -v curl >/dev/null || fail "there is no curl: install it"
case $port in
*[!0-9]* | '') fail "PORT is no number" ;;
esac

# PostgreSQL refuses to run as root.
as_postgres=()
if [ "$(id -u)" = 0 ]; then
    as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups --)
fi

work=$(mktemp -d)
hosts=()

stop() {
    trap '' INT TERM
    trap - EXIT
    echo "stopping"
    # The hosts first: each puts its rooms to sleep and gives them back.
    for host in "${hosts[@]}"; do
        kill -TERM "$host" 2>/dev/null || true
        # One that was stopped with SIGSTOP has to wake to hear it.
        kill -CONT "$host" 2>/dev/null || true
    done
    for host in "${hosts[@]}"; do
        wait "$host" 2>/dev/null || true
    done
    if [ -f "$work/db/data/postmaster.pid" ]; then
        (cd "$work/db" && "${as_postgres[@]}" "$postgres/pg_ctl" -D data -m fast -s -w stop) || true
    fi
    rm -rf "$work"
    exit "${1:-0}"
}
trap 'stop $?' EXIT
trap 'stop 0' INT TERM

chmod 711 "$work"
mkdir "$work/db"
if [ ${#as_postgres[@]} -gt 0 ]; then
    chown postgres: "$work/db"
fi
cd "$work/db"
"${as_postgres[@]}" "$postgres/initdb" --auth=trust --username=host --encoding=UTF8 --locale=C -D data >"$work/initdb.log" 2>&1 ||
    fail "initdb failed: $(cat "$work/initdb.log")"
# A socket in its folder and no port, so that it meets no other server. pg_ctl gives it a session of its own, so Ctrl-C
# does not stop it before the hosts.
"${as_postgres[@]}" "$postgres/pg_ctl" -D data -l "$work/db/log" -s -w -o "-k '$work/db' -c listen_addresses=''" start ||
    fail "PostgreSQL does not start: $(cat "$work/db/log")"
"$postgres/createdb" -h "$work/db" -U host cardable
export CARDABLE_STORE="postgres://host@${work//\//%2F}%2Fdb/cardable"

for at in 1 2 3; do
    cat >"$work/host$at.toml" <<END
name = "Cardable $at"
listen = "127.0.0.1:$((port + at - 1))"
lease = ${LEASE:-6}
END
    "$program" --config "$work/host$at.toml" 2>"$work/host$at.log" &
    hosts+=($!)
done

for at in 1 2 3; do
    address=127.0.0.1:$((port + at - 1))
    for try in $(seq 100); do
        if curl -fs -o "$work/ready" "http://$address/readyz"; then
            break
        fi
        if ! kill -0 "${hosts[at - 1]}" 2>/dev/null || [ "$try" = 100 ]; then
            fail "host $at does not start: $(cat "$work/host$at.log")"
        fi
        sleep 0.1
    done
    echo "host $at    http://$address    process ${hosts[at - 1]}    log $work/host$at.log"
done
cat <<END
database  psql -h $work/db -U host cardable

Make a room at one host and open its link at another. To see it go on, kill the host that it is at:
    kill -9 PROCESS      the rooms go on elsewhere when its lease is over (${LEASE:-6} s)
    kill -TERM PROCESS   at once
    kill -STOP PROCESS, later kill -CONT PROCESS
Ctrl-C stops everything.
END

# A host that ends is told; the others go on.
ended=()
while [ ${#ended[@]} -lt 3 ]; do
    for at in 0 1 2; do
        host=${hosts[at]}
        if [[ " ${ended[*]} " != *" $host "* ]] && ! kill -0 "$host" 2>/dev/null; then
            ended+=("$host")
            echo "host $((at + 1)) has ended"
        fi
    done
    sleep 1 &
    wait $! || true
done
