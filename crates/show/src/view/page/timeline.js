// The timeline: both versions on one time axis, on a canvas. Zoom and pan are d3-zoom's.
(function (cdna) {
    'use strict';

    const gutter = 84; // width of the labels
    const axis = 20; // height of the time axis
    const strip = 17; // height of a version's heading
    const gap = 10; // between the versions
    const narrowest = 16; // clocks that can be spread over the whole width

    const canvas = cdna.byId('canvas');
    const stage = cdna.byId('stage');
    const context = canvas.getContext('2d');
    const base = d3.scaleLinear();
    let zoom;
    let width = 0;
    let layout = { rows: [], bottom: 0, headings: [] };
    let hovered = null; // {side, event}
    let moving = false; // the state's range is being shown: the zoom is not the user's
    let pending = false;

    const scale = () => d3.zoomTransform(canvas).rescaleX(base);
    const total = () => Math.max(...cdna.sides().map(({ timeline }) => timeline.end), 1) * 1.015;

    // Places the rows of all sides below each other, as high as the stage allows.
    function arrange() {
        const sides = cdna.sides();
        const all = sides.map((side) => cdna.rows(side));
        const fixed = axis + sides.length * (strip + gap);
        const natural = all.flat().reduce((sum, row) => sum + row.height + 1 + space(row), 0);
        const stretch = Math.max(0.6, Math.min(2.2, (stage.clientHeight - fixed - 4) / Math.max(natural, 1)));
        let y = axis;
        layout = { rows: [], headings: [] };
        sides.forEach((side, index) => {
            layout.headings.push({ side, y, bottom: 0 });
            y += strip;
            for (const row of all[index]) {
                y += space(row) * Math.min(stretch, 1.3);
                const height = Math.max(4, Math.floor(row.height * stretch));
                layout.rows.push({ side, row, y: Math.round(y), height });
                y = Math.round(y) + height + 1;
            }
            layout.headings[index].bottom = y;
            y += gap;
        });
        layout.bottom = Math.ceil(y);
    }
    // Above the first row of a lane there is a little more space.
    const space = (row) => (row.sub || row.wave ? 0 : 4);

    function resize() {
        const ratio = window.devicePixelRatio || 1;
        arrange();
        width = stage.clientWidth;
        const height = Math.max(stage.clientHeight - 2, layout.bottom);
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.height = `${height}px`;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        base.domain([0, total()]).range([gutter, Math.max(gutter + 50, width - 6)]);
        const extent = [[gutter, 0], [Math.max(gutter + 50, width - 6), height]];
        zoom.extent(extent).translateExtent(extent).scaleExtent([1, Math.max(1, total() / narrowest)]);
        showRange();
    }

    // Brings the zoom to the range of the state.
    function showRange() {
        const [left, right] = base.range();
        const range = cdna.state.range || base.domain();
        const k = Math.min(zoom.scaleExtent()[1], Math.max(1, (base.domain()[1] - base.domain()[0]) / (range[1] - range[0])));
        const x = left - k * base(range[0]);
        const limited = Math.min(left - k * left, Math.max(right - k * right, x));
        moving = true;
        d3.select(canvas).call(zoom.transform, d3.zoomIdentity.translate(limited, 0).scale(k));
        moving = false;
        paintSoon();
    }

    function zoomed() {
        if (!moving) {
            const [from, to] = scale().domain();
            const whole = d3.zoomTransform(canvas).k <= 1.0001;
            cdna.set({ range: whole ? null : [from, to] }, { by: 'timeline' });
        }
        paintSoon();
    }

    function paintSoon() {
        if (!pending) {
            pending = true;
            requestAnimationFrame(() => {
                pending = false;
                paint();
            });
        }
    }

    function paint() {
        const began = performance.now();
        const view = { scale: scale(), left: gutter, right: base.range()[1] };
        context.fillStyle = cdna.color('canvas');
        context.fillRect(0, 0, width, canvas.height);
        paintAxis(view);
        layout.headings.forEach((heading) => paintHeading(heading, view));
        for (const { side, row, y, height } of layout.rows) {
            context.fillStyle = cdna.color('lane');
            context.fillRect(gutter, y, view.right - gutter, height);
            cdna.paintRow(context, side, row, y, height, view);
            if (row.label) {
                context.fillStyle = cdna.color('soft');
                context.font = `11px ${cdna.color('sans')}`;
                context.textAlign = 'right';
                context.textBaseline = 'middle';
                context.fillText(row.label, gutter - 8, y + height / 2 + 0.5);
            }
        }
        cdna.paintMarks(context, layout, view, hovered);
        showSpan(view);
        cdna.timing.paint = performance.now() - began;
        if (!cdna.timing.first) {
            cdna.timing.first = performance.now();
            performance.mark('cdnasched-first-paint');
        }
    }
    cdna.timing = { first: 0, paint: 0 };

    function paintAxis(view) {
        context.font = `11px ${cdna.color('sans')}`;
        context.textBaseline = 'middle';
        context.textAlign = 'center';
        const ticks = view.scale.ticks(Math.max(2, Math.floor((view.right - gutter) / 90)));
        for (const tick of ticks) {
            const x = Math.round(view.scale(tick)) + 0.5;
            context.fillStyle = cdna.color('grid');
            context.fillRect(x, axis - 4, 1, layout.bottom - axis);
            context.fillStyle = cdna.color('soft');
            const half = context.measureText(cdna.number(tick)).width / 2;
            if (x - half > gutter - 4 && x + half < view.right + 4) {
                context.fillText(cdna.number(tick), x, axis / 2 - 1);
            }
        }
        context.textAlign = 'right';
        context.fillText('clocks', gutter - 8, axis / 2 - 1);
    }

    // The name of the version, and the iterations of its first wave.
    function paintHeading({ side, y, bottom }, view) {
        const starts = cdna.iterationStarts(side.timeline, 0);
        const middle = y + strip / 2 + 1;
        context.save();
        context.beginPath();
        context.rect(gutter, y, view.right - gutter, bottom - y);
        context.clip();
        context.font = `11px ${cdna.color('sans')}`;
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        starts.forEach((start, iteration) => {
            const from = view.scale(start);
            const to = view.scale(starts[iteration + 1] ?? side.timeline.end);
            context.fillStyle = cdna.color(iteration & 1 ? 'band-odd' : 'band-even');
            context.fillRect(from, y + 2, to - from, bottom - y - 2);
            context.fillStyle = cdna.color('edge');
            context.fillRect(Math.round(from), y + 2, 1, bottom - y - 2);
            if (Math.min(to, view.right) - Math.max(from, gutter) > (side.timeline.waves > 1 ? 124 : 70)) {
                context.fillStyle = cdna.color('soft');
                const wave = side.timeline.waves > 1 ? ' of wave 0' : '';
                context.fillText(`iteration ${iteration + 1}${wave}`, Math.max(gutter, from) + 6, middle);
            }
        });
        context.restore();
        context.font = `600 12px ${cdna.color('sans')}`;
        context.fillStyle = cdna.color('ink');
        context.textAlign = 'right';
        context.fillText(fit(side.version.label, gutter - 12), gutter - 8, middle);
    }
    function fit(text, most) {
        let shown = text;
        while (shown.length > 2 && context.measureText(shown).width > most) {
            shown = `${shown.slice(0, -2)}\u2026`;
        }
        return shown;
    }

    function showSpan(view) {
        const [from, to] = view.scale.domain();
        cdna.byId('range').textContent = `${cdna.number(Math.round(from))} to ${cdna.number(Math.round(to))} clocks`;
    }

    // The bar at a place of the canvas, with a little tolerance: `{side, event, row}`.
    function at(x, y) {
        const found = layout.rows.find((place) => y >= place.y - 1 && y < place.y + place.height + 1);
        if (!found || x < gutter) {
            return null;
        }
        const shown = scale();
        const clock = shown.invert(x);
        const slack = Math.abs(shown.invert(x + 3) - clock);
        const [first, last] = cdna.visible(found.row, clock - slack, clock + slack);
        let best = null;
        let distance = Infinity;
        for (let index = first; index < last; index++) {
            const bar = found.row.bars[index];
            const end = found.row.lane === 'issue' ? bar.end : bar.tail;
            const away = clock < bar.begin ? bar.begin - clock : clock > end ? clock - end : 0;
            if (away <= distance && away <= slack) {
                distance = away;
                best = bar;
            }
        }
        return best && { side: found.side, event: best.event, row: found.row };
    }

    function select(hit, options) {
        const inst = hit.side.timeline.events.inst[hit.event];
        cdna.set({ side: hit.side.index, inst, event: hit.event, tab: 'details' }, options || { push: true });
    }

    // Where the bars of an execution are drawn: `{x, y, width, height}` in pixels of the canvas, the issue's and the unit's.
    cdna.placesOf = function (side, event) {
        const shown = scale();
        const places = [];
        for (const { side: other, row, y, height } of layout.rows) {
            if (other.index !== side.index) {
                continue;
            }
            const events = side.timeline.events;
            const mine = row.lane === 'issue'
                ? row.wave === events.wave[event]
                : row.lane === side.version.instructions[events.inst[event]].lane && row.events.has(event);
            if (mine) {
                const issue = row.lane === 'issue';
                const begin = shown(issue ? events.ready[event] : events.start[event]);
                const end = shown(issue ? events.next[event] : Math.max(events.busy[event], events.done[event]));
                places.push({ x: begin, y, width: end - begin, height, issue, at: shown(issue ? events.issue[event] : events.start[event]) });
            }
        }
        return places;
    };

    // Pans, and zooms out if need be, until the clocks from `from` to `to` can be seen.
    cdna.reveal = function (from, to) {
        const shown = scale().domain();
        const span = shown[1] - shown[0];
        if (from >= shown[0] && to <= shown[1]) {
            return;
        }
        const middle = (from + to) / 2;
        cdna.zoomTo(middle - Math.max(span, (to - from) * 1.4) / 2, middle + Math.max(span, (to - from) * 1.4) / 2);
    };
    cdna.zoomTo = function (from, to, options) {
        const whole = base.domain()[1];
        const span = Math.max(narrowest, Math.min(whole, to - from));
        const begin = Math.max(0, Math.min(whole - span, from));
        cdna.set({ range: span >= whole * 0.9999 ? null : [begin, begin + span] }, options);
    };
    cdna.shownRange = () => scale().domain();
    cdna.zoomBy = function (factor) {
        const [from, to] = scale().domain();
        let middle = (from + to) / 2;
        const { event } = cdna.state;
        const side = cdna.side();
        if (event !== null && side) {
            const issue = side.timeline.events.issue[event];
            middle = issue > from && issue < to ? issue : middle;
        }
        cdna.zoomTo(middle - (middle - from) / factor, middle + (to - middle) / factor);
    };
    cdna.panBy = function (share) {
        const [from, to] = scale().domain();
        cdna.zoomTo(from + (to - from) * share, to + (to - from) * share);
    };
    cdna.layout = () => layout;
    cdna.setHovered = function (hit) {
        if ((hit && hit.event) !== (hovered && hovered.event) || (hit && hit.side.index) !== (hovered && hovered.side.index)) {
            hovered = hit;
            paintSoon();
        }
    };

    cdna.startTimeline = function () {
        zoom = d3.zoom().on('zoom', zoomed).clickDistance(4)
            .filter((event) => !event.button && !(event.type === 'wheel' && event.shiftKey))
            .on('start', () => canvas.classList.add('panning'))
            .on('end', () => canvas.classList.remove('panning'));
        d3.select(canvas).call(zoom).on('dblclick.zoom', null);
        canvas.addEventListener('pointermove', (event) => {
            const [x, y] = d3.pointer(event, canvas);
            const hit = event.buttons ? null : at(x, y);
            canvas.style.cursor = hit ? 'pointer' : '';
            cdna.setHovered(hit);
            cdna.showTooltip(hit && { ...hit, x: event.clientX, y: event.clientY });
        });
        canvas.addEventListener('pointerleave', () => {
            cdna.setHovered(null);
            cdna.showTooltip(null);
        });
        canvas.addEventListener('click', (event) => {
            const hit = at(...d3.pointer(event, canvas));
            if (hit) {
                select(hit);
            } else {
                cdna.set({ inst: null, event: null });
            }
        });
        canvas.addEventListener('blur', () => cdna.showTooltip(null));
        new ResizeObserver(resize).observe(stage);
        resize();
    };
    cdna.refreshTimeline = resize;
    cdna.refreshRange = showRange;
    cdna.repaint = paintSoon;
    cdna.paintNow = paint;
})(window.cdna);
