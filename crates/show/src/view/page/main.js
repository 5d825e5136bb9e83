// Puts the parts together. `window.cdnaschedView` is for tests and scripts: docs/view.md describes it.
(function (cdna) {
    'use strict';

    const { el, byId } = cdna;

    cdna.tabs = [['details', 'Details'], ['order', 'Order'], ['clocks', 'Clocks'], ['whatif', 'What if'], ['registers', 'Registers'], ['figures', 'Figures'], ['about', 'Remarks']];

    // Selects an instruction of a version. `reveal` brings it into the timeline's range; `keepTab` leaves the panel as it is.
    cdna.choose = function (index, inst, options) {
        const side = cdna.sides().find((other) => other.index === index);
        if (!side) {
            return;
        }
        const near = cdna.state.side === index ? cdna.state.event : null;
        const event = cdna.eventFor(side.timeline, inst, near);
        const tab = options && options.keepTab ? cdna.state.tab : 'details';
        cdna.set({ side: index, inst, event, tab }, options);
        if (options && options.reveal && event !== null) {
            cdna.revealEvent(side, event);
        }
    };

    // Brings an execution into the shown range; for a wait or a nop also what it is there for, near enough to tell it apart.
    cdna.revealEvent = function (side, event) {
        const { events } = side.timeline;
        const all = cdna.connections(side, event).filter(({ role }) => role === 'producer' || role === 'consumer').flatMap(({ from, to }) => [from, to]);
        const from = Math.min(events.issue[event], ...all.map((one) => events.start[one]));
        const to = Math.max(events.next[event], ...all.map((one) => events.next[one]));
        const [left, right] = cdna.shownRange();
        if (all.length && (to - from) / (right - left) < 0.08) {
            const span = Math.max(120, (to - from) * 4);
            cdna.zoomTo((from + to - span) / 2, (from + to + span) / 2);
        } else {
            cdna.reveal(from, to);
        }
    };

    // The other version: with the same instruction selected, where it has it.
    cdna.switchSide = function (index) {
        const { side, inst } = cdna.state;
        if (index === side) {
            return;
        }
        const [from, to] = side < index ? [0, 1] : [1, 0];
        const pair = inst === null ? undefined : cdna.region().same.find((both) => both[from] === inst);
        const target = cdna.sides().find((other) => other.index === index);
        const other = pair ? pair[to] : null;
        cdna.set({ side: index, inst: other, event: other === null ? null : cdna.eventFor(target.timeline, other, null) }, { push: true });
    };

    function refreshTabs() {
        const comparison = cdna.comparison();
        const chosen = cdna.state.tab;
        const focused = byId('tabs').contains(document.activeElement);
        byId('tabs').replaceChildren(...cdna.tabs.map(([name, title], index) => el('button', {
            type: 'button', role: 'tab', id: `tab-${name}`, 'aria-selected': String(name === chosen), 'aria-controls': name, tabindex: name === chosen ? 0 : -1,
            onclick: () => cdna.set({ tab: name }, { push: true }),
            onkeydown: (event) => {
                const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (by) {
                    event.preventDefault();
                    event.stopPropagation();
                    cdna.set({ tab: cdna.tabs[(index + by + cdna.tabs.length) % cdna.tabs.length][0] });
                }
            },
        }, title, name === 'order' && comparison ? el('span', { class: 'count' }, `${cdna.number(comparison.moved.length)} moved`) : '')));
        byId('enlarge').textContent = cdna.state.large ? 'Smaller' : 'Larger';
        byId('enlarge').setAttribute('aria-pressed', String(cdna.state.large));
        document.body.classList.toggle('large-panel', cdna.state.large);
        for (const [name] of cdna.tabs) {
            byId(name).hidden = name !== chosen;
        }
        if (focused) {
            byId(`tab-${chosen}`).focus();
        }
    }

    // The dividers change the sizes of what is beside them, by pointer or arrow keys.
    function startDivider(divider, property, size, sign) {
        const resize = (value) => {
            document.documentElement.style.setProperty(property, `${Math.round(value)}px`);
        };
        divider.addEventListener('pointerdown', (down) => {
            divider.setPointerCapture(down.pointerId);
            const start = size();
            const rows = property === '--stage-height';
            const move = (event) => resize(start + sign * (rows ? event.clientY - down.clientY : event.clientX - down.clientX));
            divider.addEventListener('pointermove', move);
            divider.addEventListener('pointerup', () => divider.removeEventListener('pointermove', move), { once: true });
        });
        divider.addEventListener('keydown', (event) => {
            const by = { ArrowUp: -24, ArrowLeft: -24, ArrowDown: 24, ArrowRight: 24 }[event.key];
            if (by) {
                resize(size() + sign * by);
                event.preventDefault();
            }
        });
    }

    const loop = ['kernel', 'region', 'waves'];
    function refresh(changed, options) {
        const any = (...names) => names.some((name) => changed.has(name));
        if (changed.has('theme')) {
            cdna.applyTheme();
        }
        if (any(...loop, 'theme')) {
            cdna.refreshHeader();
            cdna.refreshLegend();
        }
        if (any(...loop, 'theme', 'latency')) {
            cdna.refreshVerdicts();
        }
        if (any(...loop, 'side', 'source', 'follow')) {
            cdna.refreshSides();
        }
        if (any(...loop, 'query', 'hit')) {
            cdna.refreshSearch();
        }
        if (any(...loop, 'tab', 'large')) {
            refreshTabs();
        }
        if (any(...loop)) {
            cdna.refreshTimeline();
        } else if (changed.has('range') && options.by !== 'timeline') {
            cdna.refreshRange();
        } else {
            cdna.repaint();
        }
        if (any(...loop, 'side', 'inst', 'event', 'theme')) {
            cdna.refreshDetails();
        }
        if (any(...loop, 'tab', 'latency')) {
            cdna.refreshWhatIf(changed);
        }
        if (any(...loop, 'tab', 'inst', 'side', 'theme', 'latency')) {
            cdna.refreshOrder();
            cdna.refreshClocks();
            cdna.refreshRegisters();
            cdna.refreshFigures();
            cdna.refreshAbout();
        }
        cdna.refreshAssembly(changed, options);
        announce();
        cdna.writePlace(options.push);
    }

    // What the timeline shows, for those who do not see it.
    function announce() {
        const side = cdna.side();
        const { inst } = cdna.state;
        const selected = side && inst !== null ? `; selected: ${side.version.instructions[inst].text}` : '';
        const loops = cdna.sides().map(({ version, timeline }) => `${version.label}, ${cdna.number(Math.round(timeline.period))} clocks an iteration`).join('; ');
        byId('canvas').setAttribute('aria-label', `Timeline of ${side ? cdna.region().title : 'nothing'}: ${loops}${selected}`);
    }

    function start() {
        cdna.onChange(refresh);
        byId('enlarge').addEventListener('click', () => cdna.set({ large: !cdna.state.large }));
        cdna.startSearch();
        cdna.startHeader();
        cdna.startTimeline();
        cdna.startAssembly();
        cdna.startKeys();
        startDivider(byId('divide-rows'), '--stage-height', () => byId('timeline').offsetHeight, 1);
        startDivider(byId('divide-columns'), '--assembly-width', () => byId('assembly').offsetWidth, -1);
        Object.assign(cdna.state, cdna.readPlace());
        cdna.startPlace();
        refresh(new Set([...Object.keys(cdna.state)]), {});
        cdna.paintNow();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => refresh(new Set(['theme']), {}));
        new ResizeObserver(() => {
            cdna.refreshRegisters();
            cdna.resizeOrder();
        }).observe(byId('panel'));
    }

    window.cdnaschedView = Object.freeze({
        // The data of the page.
        data: cdna.data,
        // Shows an instruction of a loop: indices; of the version `side`.
        select: (kernel, region, instruction, side = 0) => {
            cdna.set({ kernel, region, side });
            cdna.choose(side, instruction, { reveal: true, push: true });
        },
        // What is shown: a copy.
        state: () => ({ ...cdna.state, range: cdna.shownRange() }),
        // Lanes as they are drawn: version, lane, number of bars, and place in pixels of the canvas.
        lanes: () => cdna.layout().rows.map(({ side, row, y, height }) => ({ side: side.index, lane: row.lane, wave: row.wave, bars: row.bars.length, y, height })),
        // Where the executions of an instruction are drawn: `{event, x, y, width, height}` in pixels of the canvas.
        places: (side, instruction) => {
            const shown = cdna.sides().find((other) => other.index === side);
            return cdna.eventsOf(shown.timeline, instruction).flatMap((event) => cdna.placesOf(shown, event).map((place) => ({ event, ...place })));
        },
        // Shows a range of clocks.
        zoom: (from, to) => cdna.zoomTo(from, to),
        // Milliseconds: when the timeline was first painted, and what the last painting took.
        timing: () => ({ ...cdna.timing }),
    });

    start();
})(window.cdna);
