# Sourced: nothing is deleted through a mount. A bare root has the machine's devices and toolchain mounted in it; whoever
# deletes it while they are there deletes them.

# Whether something is mounted on a folder or below it, by a table in the form of /proc/self/mountinfo. Prints each place.
# A table that cannot be read counts as a mount.
mounts_below() { # mounts_below FOLDER [TABLE]
    table=${2:-/proc/self/mountinfo}
    [ -r "$table" ] || { echo "(there is no $table)"; return 0; }
    # The kernel writes a space in a path as \040.
    FOLDER=$(realpath -m "$1" | sed 's/\\/\\134/g; s/ /\\040/g; s/\t/\\011/g') awk '
        BEGIN { folder = ENVIRON["FOLDER"] }
        $5 == folder || index($5, folder "/") == 1 { print $5; found = 1 }
        END { exit !found }' "$table"
}

# Deletes a bare root, or says why not.
remove_root() { # remove_root FOLDER [TABLE]
    if [ ! -e "$1/$ROOT_MARK" ]; then
        echo "*** $1 is not deleted: it is not a bare root ($1/$ROOT_MARK is missing)" >&2
        return 1
    fi
    if mounted=$(mounts_below "$@"); then
        echo "*** $1 is not deleted: still mounted there:" $mounted >&2
        echo "    unmount that first (umount -R), then: rm -rf --one-file-system $1" >&2
        return 1
    fi
    rm -rf --one-file-system "$1"
}

# The file by which a bare root is known.
ROOT_MARK=.cdnasched-bare-root
