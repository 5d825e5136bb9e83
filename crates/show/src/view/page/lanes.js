// Rows of the timeline: which bars are in which row, and where.
(function (cdna) {
    'use strict';

    // Rows that a lane may have for operations that overlap, and the height of a row.
    const limits = { matrix: [1, 18], valu: [1, 15], lds: [4, 9], vmem: [6, 8], scalar: [2, 9] };
    const issueHeight = 20;

    // The rows of a timeline: `{lane, wave, label, height, bars}`. The bars of a row are in the order of their begin:
    // `event`, and the clocks `begin`, `middle` and `end`: of the stall, the issue and the next in the issue lane; of start,
    // busy and done in others. `reach` is the latest end so far.
    cdna.rows = function (side) {
        return rowsOf(side.timeline, side.version);
    };

    const known = new WeakMap();
    function rowsOf(timeline, version) {
        if (!known.has(timeline)) {
            known.set(timeline, [...issueRows(timeline), ...unitRows(timeline, version)]);
        }
        return known.get(timeline);
    }

    function issueRows(timeline) {
        const events = timeline.events;
        const rows = [];
        for (let wave = 0; wave < timeline.waves; wave++) {
            const bars = [];
            events.inst.forEach((_, event) => {
                if (events.wave[event] === wave) {
                    bars.push({ event, begin: events.ready[event], middle: events.issue[event], end: events.next[event] });
                }
            });
            const label = timeline.waves > 1 ? `issue w${wave}` : 'issue';
            rows.push(finish({ lane: 'issue', wave, label, height: issueHeight, bars }));
        }
        return rows;
    }

    function unitRows(timeline, version) {
        const events = timeline.events;
        const byLane = new Map(Object.keys(limits).map((lane) => [lane, []]));
        events.inst.forEach((inst, event) => {
            const bars = byLane.get(version.instructions[inst].lane);
            if (bars) {
                bars.push({
                    event,
                    begin: events.start[event],
                    middle: events.busy[event],
                    end: Math.max(events.busy[event], events.done[event]),
                });
            }
        });
        const rows = [];
        for (const [lane, bars] of byLane) {
            bars.sort((a, b) => a.begin - b.begin);
            const packed = pack(bars, limits[lane][0]);
            packed.forEach((some, index) => {
                const label = index ? '' : cdna.lanes[lane];
                rows.push(finish({ lane, wave: null, label, height: limits[lane][1], bars: some, sub: index }));
            });
        }
        return rows;
    }

    // Puts what overlaps into rows below each other; into the row that is free first when there are no more.
    function pack(bars, most) {
        const rows = [[]];
        const free = [-Infinity];
        for (const bar of bars) {
            let row = free.findIndex((clock) => clock <= bar.begin);
            if (row < 0 && rows.length < most) {
                row = rows.push([]) - 1;
            } else if (row < 0) {
                row = free.indexOf(Math.min(...free));
            }
            rows[row].push(bar);
            free[row] = Math.max(free[row] ?? -Infinity, bar.end);
        }
        return rows;
    }

    function finish(row) {
        let reach = -Infinity;
        row.reach = row.bars.map((bar) => (reach = Math.max(reach, bar.end)));
        row.begins = row.bars.map((bar) => bar.begin);
        row.events = new Set(row.bars.map((bar) => bar.event));
        // A tail ends where the next operation of the row begins.
        row.bars.forEach((bar, index) => {
            const next = row.bars[index + 1];
            bar.tail = next ? Math.max(bar.middle, Math.min(bar.end, next.begin)) : bar.end;
        });
        return row;
    }

    // Indices of the first bar that ends after `from` and of the first that begins after `to`.
    cdna.visible = function (row, from, to) {
        return [d3.bisectRight(row.reach, from), d3.bisectLeft(row.begins, to)];
    };

    // Where the iterations of a wave begin: clocks.
    cdna.iterationStarts = function (timeline, wave) {
        const events = timeline.events;
        const starts = [];
        events.inst.forEach((_, event) => {
            const iteration = events.iteration[event];
            if (events.wave[event] === wave && starts[iteration] === undefined) {
                starts[iteration] = events.ready[event];
            }
        });
        return starts;
    };
})(window.cdna);
