// Where the clocks go, and registers over the loop.
(function (cdna) {
    'use strict';

    const { el, svg, number } = cdna;

    function gauge(value, full, name) {
        return el('td', { class: 'gauge-cell' }, el('span', { class: `gauge ${name}`, style: { width: `${Math.max(0, value / full * 100)}%` } }));
    }
    const clocksCell = (value) => el('td', { class: 'figure' }, value === undefined ? '' : number(Math.round(value * 10) / 10));

    // A table with a bar and a figure for each version, and the difference of two.
    function table(caption, sides, rows, full) {
        const heads = sides.flatMap(({ version }) => [el('th', { colspan: 2, scope: 'col' }, version.label)]);
        const two = sides.length === 2;
        return el('section', {}, el('h3', {}, caption), el('table', { class: 'gauges' },
            el('thead', {}, el('tr', {}, el('th', {}), ...heads, two ? el('th', { scope: 'col' }, 'difference') : '')),
            el('tbody', {}, ...rows.map(({ name, swatch, values, gaugeName }) => el('tr', {},
                el('th', { scope: 'row' }, swatch || '', name),
                ...values.flatMap((value) => [gauge(value || 0, full, gaugeName), clocksCell(value)]),
                two ? el('td', { class: 'figure' }, values.every((value) => value !== undefined) || values.some((value) => value !== undefined)
                    ? cdna.signed(Math.round(((values[1] || 0) - (values[0] || 0)) * 10) / 10) : '') : '')))));
    }

    cdna.refreshClocks = function () {
        if (cdna.state.tab !== 'clocks') {
            return;
        }
        const sides = cdna.sides();
        const full = Math.max(1, ...sides.map(({ times }) => times.period));
        const names = [...new Set(sides.flatMap(({ times }) => times.spent.map(({ what }) => what)))];
        const spent = cdna.orderedSpent(names.map((what) => ({ what }))).map(({ what }) => ({
            name: cdna.spentName(what), swatch: cdna.spentSwatch(what), gaugeName: `spent-${what}`,
            values: sides.map(({ times }) => times.spent.find((part) => part.what === what)?.clocks),
        }));
        spent.push({ name: 'an iteration', gaugeName: 'whole', values: sides.map(({ times }) => times.period) });
        const lanes = Object.keys(cdna.lanes).filter((lane) => sides.some(({ timeline }) => timeline.busy.some(([name]) => name === lane)));
        const kinds = { matrix: 'matrix', valu: 'valu', lds: 'lds', vmem: 'vmem_load', scalar: 'salu', issue: 'wait' };
        const busy = lanes.map((lane) => ({
            name: cdna.lanes[lane], swatch: cdna.kindSwatch(kinds[lane]), gaugeName: `kind-${kinds[lane]}`,
            values: sides.map(({ timeline }) => timeline.busy.find(([name]) => name === lane)?.[1]),
        }));
        const bounds = sides.map((side) => {
            // Own waves first.
            const bounded = side.part.timelines.map((timeline) => ({ timeline, bound: cdna.boundFor(side.version, side.part, timeline) })).filter(({ bound }) => bound);
            const lines = bounded.reverse().map(({ timeline, bound }) => {
                const away = timeline.period - bound.clocks;
                return el('p', {}, `${cdna.plural(timeline.waves, 'wave')}: ${number(Math.round(timeline.period * 10) / 10)} clocks an iteration; no order takes less than `
                    + `${number(Math.round(bound.clocks * 10) / 10)} (${bound.by}); ${number(Math.round(away * 10) / 10)} clocks or ${number(Math.round(away / Math.max(bound.clocks, 1e-9) * 1000) / 10)}% away.`);
            });
            return el('div', {}, el('h4', {}, side.version.label), ...(lines.length ? lines : [el('p', { class: 'soft' }, 'Bounds are of loops.')]), el('p', { class: 'soft' }, ...cdna.linked(side, side.part.advice)));
        });
        cdna.byId('clocks').replaceChildren(el('div', { class: 'columns' },
            table(`Where the clocks of an iteration go${cdna.state.latency ? `, memory ${cdna.signed(cdna.state.latency)} clocks` : ''}`, sides, spent, full),
            table('How long the units work', sides, busy, full),
            el('section', {}, el('h3', {}, 'The bound, and the distance from it'), ...bounds)));
    };

    // A chart of live registers: both kinds above each other, and how many registers allow how many waves.
    function pressureChart(side, most, size) {
        const { part, version } = side;
        const { occupancy } = version;
        const points = part.pressure;
        const left = 40;
        const right = 92;
        const top = 8;
        const bottom = 22;
        const x = d3.scaleLinear([0, Math.max(1, points.length)], [left, size.width - right]);
        const y = d3.scaleLinear([0, most * 1.06], [size.height - bottom, top]);
        const drawing = svg('svg', { class: 'chart', width: size.width, height: size.height, role: 'img',
            'aria-label': `Live registers over the loop in ${version.label}: at most ${Math.max(0, ...points.map(([, v, a]) => v + a))} vector registers` });
        for (const tick of y.ticks(5)) {
            drawing.append(svg('line', { class: 'grid', x1: left, x2: size.width - right, y1: y(tick), y2: y(tick) }),
                svg('text', { class: 'tick end', x: left - 6, y: y(tick) + 3.5 }, number(tick)));
        }
        for (const tick of x.ticks(6).filter(Number.isInteger)) {
            drawing.append(svg('text', { class: 'tick middle', x: x(tick), y: size.height - 7 }, number(tick)));
        }
        const area = (value) => d3.line((_, index) => x(index), value).curve(d3.curveStepAfter)([...points, points[points.length - 1]].filter(Boolean));
        const close = ` L${x(points.length)},${y(0)} L${x(0)},${y(0)} Z`;
        if (points.length) {
            drawing.append(svg('path', { class: 'agpr', d: area(([, v, a]) => y(v + a)) + close }),
                svg('path', { class: 'vgpr', d: area(([, v]) => y(v)) + close }),
                svg('path', { class: 'total', d: area(([, v, a]) => y(v + a)) }));
        }
        // Of steps whose texts would overlap, the first ones.
        let before = Infinity;
        for (const [waves, registers] of occupancy.steps) {
            if (registers > most * 1.06) {
                continue;
            }
            const current = waves === occupancy.waves;
            drawing.append(svg('line', { class: current ? 'step current' : 'step', x1: left, x2: size.width - right, y1: y(registers), y2: y(registers) }));
            if (Math.abs(before - y(registers)) > 11) {
                drawing.append(svg('text', { class: current ? 'tick now' : 'tick', x: size.width - right + 5, y: y(registers) + 3.5 }, `${registers}: ${cdna.plural(waves, 'wave')}`));
                before = y(registers);
            }
        }
        const selected = points.findIndex(([inst]) => inst === cdna.state.inst);
        if (selected >= 0 && cdna.state.side === side.index) {
            drawing.append(svg('line', { class: 'cursor', x1: x(selected + 0.5), x2: x(selected + 0.5), y1: top, y2: size.height - bottom }));
        }
        const readout = el('p', { class: 'readout soft' }, standing(occupancy));
        const nearest = (event) => Math.max(0, Math.min(points.length - 1, Math.floor(x.invert(d3.pointer(event, drawing)[0]))));
        drawing.addEventListener('pointermove', (event) => {
            const point = points[nearest(event)];
            if (point) {
                readout.textContent = `${cdna.place(version.instructions[point[0]])}: ${version.instructions[point[0]].text}: ${point[1]} VGPRs, ${point[2]} AccVGPRs, ${point[3]} SGPRs`;
            }
        });
        drawing.addEventListener('pointerleave', () => { readout.textContent = standing(occupancy); });
        drawing.addEventListener('click', (event) => {
            const point = points[nearest(event)];
            if (point) {
                cdna.choose(side.index, point[0], { reveal: true, keepTab: true, push: true });
            }
        });
        return el('section', { style: { width: `${size.width}px` } }, el('h3', {}, `${version.label}: live registers over an iteration`), drawing, readout);
    }

    function standing(occupancy) {
        return `Allocated: ${occupancy.vgprs} VGPRs, ${occupancy.agprs} AccVGPRs, ${occupancy.sgprs} SGPRs; ${cdna.plural(occupancy.waves, 'wave')} a SIMD; `
            + `${occupancy.free_vgprs} more VGPRs cost no wave.`;
    }

    cdna.refreshRegisters = function () {
        if (cdna.state.tab !== 'registers') {
            return;
        }
        const sides = cdna.sides();
        const panel = cdna.byId('registers');
        const highest = Math.max(8, ...sides.flatMap(({ part }) => part.pressure.map(([, v, a]) => v + a)));
        // The next step above what is live belongs into the picture.
        const above = sides.flatMap(({ version }) => version.occupancy.steps.map(([, registers]) => registers)).filter((registers) => registers >= highest);
        const most = Math.min(above.length ? Math.min(...above) : highest, highest * 1.6);
        const width = Math.max(320, Math.floor((panel.clientWidth - 26 - 36 * (sides.length - 1)) / Math.max(1, sides.length)));
        const height = Math.max(120, panel.clientHeight - 104);
        panel.replaceChildren(el('div', { class: 'columns charts' }, ...sides.map((side) => pressureChart(side, most, { width, height }))),
            el('p', { class: 'soft legend-line' }, el('span', { class: 'key vgpr' }), ' VGPRs ', el('span', { class: 'key agpr' }), ' AccVGPRs; lines: registers that allow so many waves'));
    };
})(window.cdna);
