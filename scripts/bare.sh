#!/bin/sh
# Runs commands as somebody runs them who has just cloned this project on a fresh machine:
#     scripts/bare.sh "make demo" "make test"
#     scripts/bare.sh --readme        # what README.md tells its readers to run: scripts/bare/readme.txt
# In a new Debian 12 (debootstrap's smallest, in a chroot) with make, this machine's Rust toolchain and the settings
# that the network needs here, an empty environment, and a clone of what is committed. All mounts are in a namespace of
# their own and end with it. Exit code 77: no such root can be made here, and nothing was run.
#
# With BARE_FILES=FOLDER there is no toolchain, no make and no clone: the commands run in a copy of that folder. BARE_RELEASE names another release of
# Debian (trixie).
#
# BARE_CACHE: packages and crates that were downloaded, kept from run to run. BARE_ROOT: a folder for the root, which is then
# kept and used again; otherwise the root is deleted at the end, or after a failure kept and named.
set -eu
cd "$(dirname "$0")/.."
. scripts/bare/guard.sh

release=${BARE_RELEASE:-bookworm}
files=${BARE_FILES-}
cache=${BARE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/cdnasched-bare}
clone=root/cdnasched
[ -z "$files" ] || clone=root/files
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

say() { echo "bare: $*"; }
cannot() {
    echo "*** bare: no bare Debian can be made here: $*" >&2
    exit 77
}
seconds_since() { echo $(($(date +%s) - $1)); }

# What debootstrap and apt are told: this machine's own sources of Debian, for that release; one "URI SUITE COMPONENT" a line.
own=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
sources() {
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
        awk -v own="$own" -v release="$release" '
            $4 == "Debian" && ($2 == own || index($2, own "-") == 1) { print $1, release substr($2, length(own) + 1), $3 }' |
        sort -u
}

check_machine() {
    [ "$(id -u)" = 0 ] || cannot "it takes root"
    [ "$(uname -sm)" = "Linux x86_64" ] || cannot "this is $(uname -sm), expected Linux x86_64"
    for tool in apt-get git; do
        command -v $tool >/dev/null || cannot "there is no $tool"
    done
    [ -n "$files" ] || command -v rustup >/dev/null || cannot "there is no rustup, whose toolchain would be brought in"
    unshare --mount --pid --fork --mount-proc true 2>/dev/null || cannot "namespaces cannot be made (unshare --mount --pid)"
    [ -n "$(sources)" ] && command -v debootstrap >/dev/null && return
    say "installing here: debootstrap"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null; } </dev/null ||
        cannot "debootstrap cannot be installed"
    [ -n "$(sources)" ] || cannot "this machine's apt has no sources of Debian"
    [ -e $keyring ] || cannot "there is no $keyring"
}

debootstrap_root() {
    mirror=$(sources | awk -v release=$release '$2 == release { print $1; exit }')
    mkdir -p "$cache/base"
    since=$(date +%s)
    timeout 900 debootstrap --variant=minbase --keyring=$keyring --cache-dir="$cache/base" $release "$root" "$mirror" \
        >"$cache/debootstrap.log" 2>&1 </dev/null || { tail -n 3 "$cache/debootstrap.log" >&2; cannot "debootstrap fails: $cache/debootstrap.log"; }
    echo complete >"$root/$ROOT_MARK"
    say "debootstrap --variant=minbase $release: $(dpkg_count) packages, $(seconds_since "$since") s"
}

# One section of a TOML file, for each section whose name fits.
sections() { # sections REGEX FILE
    awk -v name="$1" '/^[[:space:]]*\[/ { keep = $0 ~ ("^[[:space:]]*\\[+(" name ")[].]") } keep' "$2"
}

# What the network needs here, and nothing else of this machine: where names are resolved, proxies, certificates,
# mirrors.
bring_network() {
    brought=
    bring() { # bring FILE [TO]: a copy
        [ -e "$1" ] || return 0
        mkdir -p "$root$(dirname "${2:-$1}")"
        cp -L "$1" "$root${2:-$1}"
        brought="$brought $1"
    }
    bring /etc/resolv.conf
    bring /etc/hosts
    bring /etc/ssl/certs/ca-certificates.crt
    # Without these, whoever installs ca-certificates would take the certificates above away.
    for certificate in /usr/local/share/ca-certificates/*.crt; do
        bring "$certificate"
    done
    bring /etc/pip.conf
    bring "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" /root/.config/pip/pip.conf
    sources | sed "s|^|deb [signed-by=$keyring] |" >"$root/etc/apt/sources.list"
    apt-config dump Acquire | grep -E '^Acquire::(https?::|Retries |Check-|ForceIPv|M..-ValidTime)' \
        >"$root/etc/apt/apt.conf.d/99network" || true
    brought="$brought, apt's sources of $release and its network settings"
    for config in "${CARGO_HOME:-$HOME/.cargo}/config.toml" "${CARGO_HOME:-$HOME/.cargo}/config"; do
        [ -e "$config" ] || continue
        mkdir -p "$root/root/.cargo"
        sections 'http|net|source|registry|registries' "$config" >"$root/root/.cargo/config.toml"
        brought="$brought, the network's sections of $config"
        break
    done
    : >"$root/root/.network"
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY PIP_INDEX_URL; do
        eval "value=\${$name-}"
        [ -z "$value" ] || { printf '%s=%s\n' "$name" "$value" >>"$root/root/.network"; brought="$brought, \$$name"; }
    done
    say "brought in for the network: ${brought# }"
}

mount_all() {
    # Only these nodes, each mounted by itself: what unlinks one fails, and this machine's stay.
    mount -t tmpfs -o mode=755 bare-dev "$root/dev"
    for node in null zero full random urandom tty; do
        : >"$root/dev/$node"
        mount --bind "/dev/$node" "$root/dev/$node"
    done
    ln -s /proc/self/fd "$root/dev/fd"
    for stream in 0:stdin 1:stdout 2:stderr; do
        ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"
    done
    mkdir "$root/dev/shm" "$root/dev/pts"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" && ln -s pts/ptmx "$root/dev/ptmx"
    mount -t tmpfs -o mode=1777 bare-shm "$root/dev/shm"
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || say "/sys cannot be mounted here, and stays empty"

    for pair in apt:var/cache/apt/archives crates:root/.cargo/registry pip:root/.cache/pip; do
        mkdir -p "$cache/${pair%%:*}" "$root/${pair#*:}"
        mount --bind "$cache/${pair%%:*}" "$root/${pair#*:}"
    done
    mkdir -p "$cache/apt/partial"
    [ -n "$files" ] || bring_toolchain
}

bring_toolchain() {
    toolchain=$(rustc --print sysroot)
    name=$(basename "$toolchain")
    mkdir -p "$root/root/.rustup/toolchains/$name" "$root/root/.cargo/bin"
    # Read-only, as the machine's own.
    mount --bind "$toolchain" "$root/root/.rustup/toolchains/$name"
    mount -o remount,bind,ro "$root/root/.rustup/toolchains/$name"
    cp -L "$(command -v rustup)" "$root/root/.cargo/bin/rustup"
    for proxy in cargo rustc rustdoc rustfmt cargo-fmt cargo-clippy clippy-driver; do
        ln -sf rustup "$root/root/.cargo/bin/$proxy"
    done
}

in_root() { # in_root COMMAND: with nothing of this environment
    # shellcheck disable=SC2046 # one setting a line, and addresses have no spaces
    chroot "$root" env -i HOME=/root PATH=/root/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        $(cat "$root/root/.network") sh -c "$1" </dev/null
}
dpkg_count() { chroot "$root" dpkg-query -W -f 'x\n' | wc -l; }
asked_for() { chroot "$root" apt-mark showmanual | sort; }

# What the reader of README.md has before the first command.
prepare() {
    if [ -n "$files" ]; then
        in_root 'timeout 600 apt-get update -qq' || cannot "apt fails in it"
        return
    fi
    since=$(date +%s)
    in_root 'timeout 600 apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends make >/dev/null 2>&1' ||
        cannot "apt fails in it"
    say "apt-get install make: $(seconds_since "$since") s"
    in_root "rustup --quiet default '$(basename "$(rustc --print sysroot)")' 2>/dev/null; cargo --version" || cannot "the Rust toolchain does not run in it"
}

bring_files() {
    rm -rf "${root:?}/$clone"
    cp -a "$files" "$root/$clone"
    say "a copy of $files, and nothing else"
}

fresh_clone() {
    if [ -d "$root/$clone" ]; then
        # A root that is used again: the new state, and what was built and not committed stays.
        git -c safe.directory='*' -C "$root/$clone" fetch --quiet "$PWD" HEAD && git -c safe.directory='*' -C "$root/$clone" reset --quiet --hard FETCH_HEAD
    else
        git -c safe.directory='*' clone --quiet --no-hardlinks "$PWD" "$root/$clone"
    fi || cannot "git clone fails"
    say "a clone of $(git -c safe.directory='*' log -1 --format='%h (%s)')"
    [ -z "$(git -c safe.directory='*' status --porcelain 2>/dev/null)" ] || say "*** what is not committed here is NOT in it"
}

# The tests of a command's output, counted.
counts() { # counts LOG
    awk '/^test result: / { cargo += $4; failed += $6 }
         /^Ran [0-9]+ tests? in / { python += $2 }
         /^ *Passed *: *[0-9]+/ { sub(/.*: */, ""); lit += $1 }
         END {
             if (cargo + lit + python) printf ", tests: %d of cargo (%d failed), %d of lit, %d of Python", cargo, failed, lit, python
         }' "$1"
}

run_commands() {
    failures=0
    summary=$cache/summary
    : >"$summary"
    for command in "$@"; do
        say "\$ $command"
        before=$(asked_for) count=$(dpkg_count) since=$(date +%s)
        { in_root "cd /$clone && $command" 2>&1 && echo 0 >"$cache/status" || echo $? >"$cache/status"; } | tee "$cache/log"
        took=$(seconds_since "$since")
        result=ok
        [ "$(cat "$cache/status")" = 0 ] || { result="FAILED ($(cat "$cache/status"))" failures=$((failures + 1)); }
        printf 'bare: %-9s %5d s  %s%s\n' "$result" "$took" "$command" "$(counts "$cache/log")" >>"$summary"
        [ "$(dpkg_count)" = "$count" ] || {
            printf '                     it installed %d packages; by name:' $(($(dpkg_count) - count))
            echo "$before" >"$cache/before"
            asked_for | comm -13 "$cache/before" - | tr '\n' ' ' | sed 's/^/ /; s/ $//'
            echo
        } >>"$summary"
    done
    cat "$summary"
    [ "$failures" = 0 ]
}

if [ "${BARE_NAMESPACE-}" = "$$" ]; then # the first process of a namespace
    trap 'exit 130' INT
    trap 'exit 143' TERM
    root=$BARE_ROOT
    unset BARE_NAMESPACE
    grep -q complete "$root/$ROOT_MARK" || debootstrap_root
    bring_network
    mount_all
    prepare
    if [ -n "$files" ]; then bring_files; else fresh_clone; fi
    run_commands "$@"
    exit
fi

if [ "${1-}" = --readme ]; then
    set --
    while IFS= read -r line; do
        set -- "$@" "$line"
    done <<END
$(scripts/bare/readme.sh)
END
fi
[ $# -gt 0 ] || { echo "scripts/bare.sh: expected commands, for example: scripts/bare.sh \"make test\"" >&2; exit 2; }
check_machine
mkdir -p "$cache"
exec 8>"$cache/lock"
flock --nonblock 8 || { echo "scripts/bare.sh: another run uses $cache; wait for it, or name another folder in BARE_CACHE" >&2; exit 2; }
if [ -n "${BARE_ROOT-}" ]; then
    keep=yes
    mkdir -p "$BARE_ROOT"
else
    keep=
    BARE_ROOT=$(mktemp -d /var/tmp/cdnasched-bare.XXXXXX)
fi
BARE_ROOT=$(realpath "$BARE_ROOT")
: >>"$BARE_ROOT/$ROOT_MARK"
say "the root is $BARE_ROOT, the cache $cache"
status=0
# What is interrupted ends by itself inside, and the root is kept.
trap : INT TERM
BARE_ROOT=$BARE_ROOT BARE_NAMESPACE=1 unshare --mount --pid --fork --kill-child --mount-proc scripts/bare.sh "$@" || status=$?
case $keep:$status in
    :0 | :77) remove_root "$BARE_ROOT" ;;
    *) say "the root is kept: $BARE_ROOT (BARE_ROOT=$BARE_ROOT uses it again; delete it with rm -rf --one-file-system)" ;;
esac
exit "$status"
