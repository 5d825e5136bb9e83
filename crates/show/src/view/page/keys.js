// The keyboard.
(function (cdna) {
    'use strict';

    const { el } = cdna;

    // The instruction that the wave issues next, or issued before.
    function step(by) {
        const side = cdna.side();
        if (!side) {
            return;
        }
        const { event } = cdna.state;
        const { timeline } = side;
        const { wave, issue } = timeline.events;
        let found;
        if (event === null) {
            const from = cdna.shownRange()[0];
            found = issue.findIndex((clock, index) => clock >= from && wave[index] === 0);
        } else {
            found = event + by;
            while (found >= 0 && found < issue.length && wave[found] !== wave[event]) {
                found += by;
            }
        }
        goTo(side, found);
    }

    // The next wait or nop of the wave, or the one before.
    function stepWait(by) {
        const side = cdna.side();
        if (!side) {
            return;
        }
        const { events } = side.timeline;
        const { event } = cdna.state;
        const mine = event === null ? 0 : events.wave[event];
        let found = event === null ? (by > 0 ? 0 : events.inst.length - 1) : event + by;
        while (found >= 0 && found < events.inst.length
            && (events.wave[found] !== mine || side.version.instructions[events.inst[found]].explanation === undefined)) {
            found += by;
        }
        goTo(side, found);
    }

    function goTo(side, event) {
        const { events } = side.timeline;
        if (event < 0 || event >= events.inst.length) {
            return;
        }
        cdna.set({ side: side.index, inst: events.inst[event], event, tab: 'details' });
        cdna.revealEvent(side, event);
        if (document.activeElement === cdna.byId('canvas')) {
            cdna.paintNow();
            cdna.showTooltipAt(side, event);
        }
    }

    function switchVersion() {
        const sides = cdna.sides();
        if (sides.length > 1) {
            cdna.switchSide(sides[(sides.indexOf(cdna.side()) + 1) % sides.length].index);
        }
    }

    const tabs = () => cdna.tabs.map(([name]) => name);
    const table = [
        ['j, Down', 'next instruction of the wave', () => step(1), ['j', 'ArrowDown']],
        ['k, Up', 'instruction before', () => step(-1), ['k', 'ArrowUp']],
        ['w', 'next wait or nop', () => stepWait(1), ['w']],
        ['Shift+W', 'wait or nop before', () => stepWait(-1), ['W']],
        ['Left, Right', 'pan', null, []],
        ['', '', () => cdna.panBy(-0.15), ['ArrowLeft']],
        ['', '', () => cdna.panBy(0.15), ['ArrowRight']],
        ['+, \u2212', 'zoom', null, []],
        ['', '', () => cdna.zoomBy(1.6), ['+', '=']],
        ['', '', () => cdna.zoomBy(1 / 1.6), ['-']],
        ['0, Home', 'show everything', () => cdna.set({ range: null }), ['0', 'Home']],
        ['Enter', 'read the details of the selected instruction', () => cdna.byId('details').focus(), ['Enter']],
        ['Escape', 'select nothing', () => { cdna.set({ inst: null, event: null }); cdna.showTooltip(null); }, ['Escape']],
        ['v', 'the other version', switchVersion, ['v']],
        ['/', 'search; Enter and Shift+Enter step through what was found', () => { cdna.byId('search').focus(); cdna.byId('search').select(); }, ['/']],
        ['n, Shift+N', 'next hit of the search, hit before', null, []],
        ['', '', () => cdna.stepHit(1), ['n']],
        ['', '', () => cdna.stepHit(-1), ['N']],
        ['1 to 7', 'the panels below the timeline', null, []],
        ['d', 'what was moved: the panel Order', () => cdna.set({ tab: 'order' }, { push: true }), ['d']],
        ['e', 'more space for the panel', () => cdna.set({ large: !cdna.state.large }), ['e']],
        ['?', 'these keys', () => cdna.showKeys(), ['?']],
    ];
    const actions = new Map(table.flatMap(([, , act, keys]) => keys.map((key) => [key, act])));

    cdna.showKeys = function () {
        const dialog = cdna.byId('keys');
        dialog.replaceChildren(el('h2', {}, 'Keys'),
            el('dl', {}, ...table.filter(([name]) => name).flatMap(([name, words]) => [el('dt', {}, name), el('dd', {}, words)])),
            el('p', { class: 'soft' }, 'With the pointer: wheel or pinch zooms, dragging pans, Shift and wheel scrolls the rows, a click selects. In the list of instructions and the timeline the same keys step.'),
            el('form', { method: 'dialog' }, el('button', {}, 'Close')));
        dialog.showModal();
    };

    // Keys that mean something to the element that has the focus are its own.
    function taken(event) {
        const { target, key } = event;
        if (target.closest('dialog') || target.matches('input:not([type=checkbox]), select, textarea')) {
            return true;
        }
        if (key === 'Enter' && target.matches('button, select, summary, input')) {
            return true;
        }
        const arrows = key.startsWith('Arrow') || key === 'Home';
        return arrows && (target.closest('.tabpanel, [role=radiogroup], [role=tablist], .divider') !== null);
    }

    cdna.startKeys = function () {
        document.addEventListener('keydown', (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey || taken(event)) {
                return;
            }
            if (/^[1-7]$/.test(event.key)) {
                cdna.set({ tab: tabs()[Number(event.key) - 1] }, { push: true });
                event.preventDefault();
                return;
            }
            const act = actions.get(event.key);
            if (act) {
                act();
                event.preventDefault();
            }
        });
        cdna.byId('help').addEventListener('click', cdna.showKeys);
    };
})(window.cdna);
