// Questions to the data: what is shown, who reads a value, when an instruction ran, what was moved.
(function (cdna) {
    'use strict';

    cdna.kernel = () => cdna.data.kernels[cdna.state.kernel];
    cdna.region = () => cdna.kernel().regions[cdna.state.region];

    // Whether a version of a loop is a measurement.
    cdna.isMeasured = (part) => Boolean(part.measured);

    // The versions that have the loop: `{index, version, part, at, timeline, times}`, the reference first. `at` is the place
    // of the timeline; `times` has its figures, or those with the latency of memory that was chosen.
    cdna.sides = function () {
        const kernel = cdna.kernel();
        const region = kernel && cdna.region();
        if (!region) {
            return [];
        }
        return region.versions
            .map((part, index) => {
                const at = part ? Math.min(cdna.state.waves, part.timelines.length - 1) : -1;
                const timeline = part && part.timelines[at];
                return timeline && { index, version: kernel.versions[index], part, at, timeline, times: timesOf(kernel.versions[index], part, at) };
            })
            .filter(Boolean);
    };
    // The bound of a timeline; undefined outside of loops, and for other numbers of waves than one and the kernel's own.
    cdna.boundFor = function (version, part, timeline) {
        const [one, own] = part.bound || [];
        return timeline.waves === 1 ? one : timeline.waves === version.occupancy.waves ? own : undefined;
    };

    function timesOf(version, part, at) {
        const timeline = part.timelines[at];
        const latency = cdna.state.latency && part.latency;
        const chosen = latency && latency.points.find((point) => Math.round(point.clocks - latency.assumed) === cdna.state.latency);
        if (chosen) {
            return { ...chosen.loops[at], more: cdna.state.latency, clocks: chosen.clocks };
        }
        return { period: timeline.period, spent: timeline.spent, bound: cdna.boundFor(version, part, timeline), more: 0 };
    }

    cdna.side = function () {
        const sides = cdna.sides();
        return sides.find((side) => side.index === cdna.state.side) || sides[0];
    };

    // For each instruction of a version, who reads what it writes: `{inst, registers}`.
    cdna.users = cdna.memo(function (version) {
        const users = version.instructions.map(() => []);
        version.instructions.forEach((instruction, inst) => {
            for (const read of instruction.reads) {
                for (const from of read.from) {
                    users[from].push({ inst, registers: read.registers });
                }
            }
        });
        return users;
    });

    cdna.blockOf = function (version, inst) {
        return version.blocks.find((block) => block.first <= inst && inst < block.end);
    };

    // The instructions of a loop in the order in which an iteration runs through them.
    cdna.orderOf = function (version, part) {
        const order = [];
        for (const index of part.blocks) {
            const block = version.blocks[index];
            for (let inst = block.first; inst < block.end; inst++) {
                order.push(inst);
            }
        }
        return order;
    };

    // The executions of each instruction in a timeline, in the order of issue.
    const executions = cdna.memo(function (timeline) {
        const of = new Map();
        timeline.events.inst.forEach((inst, event) => {
            if (!of.has(inst)) {
                of.set(inst, []);
            }
            of.get(inst).push(event);
        });
        return of;
    });
    cdna.eventsOf = (timeline, inst) => executions(timeline).get(inst) || [];

    // The last execution of `inst` by the wave of `event` before it; the first one after it. Undefined when not shown.
    cdna.eventBefore = function (timeline, inst, event) {
        const wave = timeline.events.wave[event];
        return cdna.eventsOf(timeline, inst).filter((other) => other < event && timeline.events.wave[other] === wave).pop();
    };
    cdna.eventAfter = function (timeline, inst, event) {
        const wave = timeline.events.wave[event];
        return cdna.eventsOf(timeline, inst).find((other) => other > event && timeline.events.wave[other] === wave);
    };

    // The execution to show for an instruction: of the wave and iteration that is shown already, else of the first wave
    // where producers and consumers in the iterations beside it can be seen.
    cdna.eventFor = function (timeline, inst, near) {
        const events = timeline.events;
        const all = cdna.eventsOf(timeline, inst);
        const wave = near === null || near === undefined ? 0 : events.wave[near];
        const iteration = near === null || near === undefined ? Math.min(1, timeline.iterations - 1) : events.iteration[near];
        const same = all.filter((event) => events.wave[event] === wave);
        const found = same.find((event) => events.iteration[event] === iteration) ?? same[0] ?? all[0];
        return found === undefined ? null : found;
    };

    // What an execution is connected with, in the same wave: `{from, to, what, role}` of events. Roles are `producer`,
    // `consumer`, `cause`, `operand` and `use`.
    cdna.connections = function (side, event) {
        const { timeline, version } = side;
        const inst = timeline.events.inst[event];
        const instruction = version.instructions[inst];
        const found = [];
        const add = (from, to, what, role) => {
            const twice = found.some((other) => other.from === from && other.to === to);
            if (from !== undefined && to !== undefined && !twice) {
                found.push({ from, to, what, role });
            }
        };
        const explanation = cdna.explanationOf(version, inst);
        // Of many, those that ask for most: the curves shall be told apart.
        const reasons = explanation ? [...explanation.reasons].sort((a, b) => (a.count ?? 0) - (b.count ?? 0)).slice(0, 8) : [];
        for (const reason of reasons) {
            if (reason.producer !== undefined) {
                add(cdna.eventBefore(timeline, reason.producer, event), event, reason.register, 'producer');
            }
            if (reason.consumer !== undefined) {
                add(event, cdna.eventAfter(timeline, reason.consumer, event), reason.register, 'consumer');
            }
        }
        for (const read of instruction.reads) {
            const last = Math.max(-1, ...read.from.map((from) => cdna.eventBefore(timeline, from, event) ?? -1));
            add(last < 0 ? undefined : last, event, read.registers, 'operand');
        }
        for (const user of cdna.users(version)[inst]) {
            add(event, readerOf(side, event, user), user.registers, 'use');
        }
        const cause = timeline.events.cause[event];
        if (cause >= 0 && timeline.events.issue[event] > timeline.events.ready[event]) {
            add(cause, event, '', 'cause');
        }
        return found;
    };

    // The next execution of a reader, unless it reads what another instruction wrote in between.
    function readerOf(side, event, user) {
        const { timeline, version } = side;
        const reader = cdna.eventAfter(timeline, user.inst, event);
        if (reader === undefined) {
            return undefined;
        }
        const inst = timeline.events.inst[event];
        const reads = version.instructions[user.inst].reads.filter((read) => read.from.includes(inst));
        const reaches = reads.some((read) =>
            read.from.every((from) => (cdna.eventBefore(timeline, from, reader) ?? -1) <= event));
        return reaches ? reader : undefined;
    }

    cdna.explanationOf = function (version, inst) {
        const index = version.instructions[inst].explanation;
        return index === undefined ? undefined : version.explanations[index];
    };

    // Clocks that an instruction stalled in each shown iteration of the first wave, and why most of them.
    cdna.stallOf = function (timeline, inst) {
        const events = timeline.events;
        let clocks = 0;
        let most = -1;
        let reason = 'none';
        const all = cdna.eventsOf(timeline, inst).filter((event) => events.wave[event] === 0);
        for (const event of all) {
            const stalled = events.issue[event] - events.ready[event];
            clocks += stalled;
            if (stalled > most) {
                most = stalled;
                reason = events.stall[event];
            }
        }
        return { clocks: all.length ? clocks / all.length : 0, reason };
    };

    // Where an instruction stands: line of the assembly text or address.
    cdna.place = function (instruction) {
        if (instruction.line) {
            return String(instruction.line);
        }
        return instruction.address === undefined ? '' : instruction.address.toString(16);
    };
    cdna.placeInWords = function (instruction) {
        const parts = [];
        if (instruction.line) {
            parts.push(`line ${instruction.line}`);
        }
        if (instruction.address !== undefined) {
            parts.push(`address 0x${instruction.address.toString(16)}`);
        }
        return parts.join(', ');
    };

    // Source place and, where the file could be read, text of a line: `{name, text}`.
    const linesOf = cdna.memo((file) => new Map(file.lines));
    cdna.sourceOf = function (kernel, instruction) {
        if (!instruction.source || !kernel.files[instruction.source[0]]) {
            return undefined;
        }
        const [index, line] = instruction.source;
        const file = kernel.files[index];
        const short = file.name.split(/[\\/]/).pop();
        return { name: `${short}:${line}`, full: `${file.name}:${line}`, text: linesOf(file).get(line) || '' };
    };
})(window.cdna);
