"""Runs a command that can make no link, no pipe and no socket, and move nothing to another folder, but below the folders
given to it; and that reaches none of the keys that the kernel keeps.

Arguments: the folders, `--`, the command. What it starts is bound in the same way. Ends with an error where the kernel
has no Landlock. ADR 58 says what for.
"""

import ctypes
import os
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)

# Numbers of system calls that all architectures share.
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF, FSOPEN = 444, 445, 446, 430
# Those of ioctl: x86-64, 64-bit ARM, both of their 32-bit kinds, and x32.
IOCTL = [16, 29, 54, 514]
BTRFS_SNAPSHOTS = [0x50009401, 0x50009417]
# add_key (after it request_key and keyctl) and fcntl: x86-64 and its 32-bit kind, 64-bit ARM and its 32-bit kind, 64-bit RISC-V.
KINDS = [
    (0xC000003E, 248, [72]),
    (0x40000003, 286, [55, 221]),
    (0xC00000B7, 217, [25]),
    (0x40000028, 309, [55, 221]),
    (0xC00000F3, 217, [25]),
]
F_SETLEASE = 1024


def checked(name, result):
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


def call(name, number, *words):
    return checked(name, libc.syscall(ctypes.c_long(number), *words))


def keep(free):
    """Refuses symbolic links and moves to other folders, but below those that are free; pipes with a name, too, which
    whoever opens one as a file would wait at without an end, and sockets."""
    version = call("Landlock", LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    # The first version refuses such moves everywhere and has no word for them.
    rights = 1 << 9 | 1 << 10 | 1 << 12 | (1 << 13 if version > 1 else 0)
    rules = call("Landlock", LANDLOCK_CREATE_RULESET, struct.pack("=Q", rights), ctypes.c_size_t(8), 0)
    for folder in free:
        rule = struct.pack("=Qi", rights, os.open(folder, os.O_PATH | os.O_CLOEXEC))
        call("Landlock", LANDLOCK_ADD_RULE, rules, 1, rule, 0)
    call("Landlock", LANDLOCK_RESTRICT_SELF, rules, 0)


def refuse_detours():
    """An overlay of the script's own, or a snapshot, would make links without being asked to. Keys of the session that
    the runner was started in pass to whatever it starts, whoever that becomes: no view takes them away. A lease has
    others wait at opening a file, for three quarters of a minute each time."""
    refused, allowed = (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)
    the_number = [(0x20, 0, 0, 0), (0x54, 0, 0, 0xBFFFFFFF)]  # without the mark of x32
    program = []
    for kind, first, fcntl in KINDS:
        block = [*the_number, (0x35, 0, 2, first), (0x25, 1, 0, first + 2), refused]
        for number in fcntl:
            block += [*the_number, (0x15, 0, 3, number), (0x20, 0, 0, 24), (0x15, 0, 1, F_SETLEASE), refused]
        program += [(0x20, 0, 0, 4), (0x15, 0, len(block), kind), *block]
    program += the_number
    program += [(0x15, 0, 1, FSOPEN), refused]
    program += [(0x15, len(IOCTL) - at, 0, number) for at, number in enumerate(IOCTL)]
    program += [allowed, (0x20, 0, 0, 24)]  # the lower half of the second argument
    for request in BTRFS_SNAPSHOTS:
        program += [(0x15, 0, 1, request), refused]
    program += [allowed]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in program))
    filter = struct.pack("@HP", len(program), ctypes.addressof(code))
    checked("seccomp", libc.prctl(22, ctypes.c_long(2), filter, 0, 0))


split = sys.argv.index("--")
checked("no_new_privs", libc.prctl(38, *map(ctypes.c_long, (1, 0, 0, 0))))
keep(sys.argv[1:split])
refuse_detours()
os.execvp(sys.argv[split + 1], sys.argv[split + 1 :])
