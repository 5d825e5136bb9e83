// Tables: the function's figures, and what the page is about.
(function (cdna) {
    'use strict';

    const { el, number } = cdna;
    const value = (version, name) => version.figures.find((figure) => figure.name === name)?.value;

    cdna.refreshFigures = function () {
        const kernel = cdna.kernel();
        if (cdna.state.tab !== 'figures' || !kernel) {
            return;
        }
        const { versions } = kernel;
        const names = [...new Set(versions.flatMap((version) => version.figures.map((figure) => figure.name)))];
        const two = versions.length === 2;
        const cell = (figure) => el('td', { class: 'figure' }, figure === undefined ? '' : number(Math.round(figure * 10) / 10));
        const difference = (a, b) => {
            if (a === undefined || b === undefined) {
                return [el('td', {}), el('td', {})];
            }
            const percent = a ? `${cdna.signed(Math.round((b - a) / a * 1000) / 10)}%` : '';
            return [el('td', { class: 'figure' }, a === b ? '' : cdna.signed(Math.round((b - a) * 10) / 10)), el('td', { class: 'figure soft' }, a === b ? '' : percent)];
        };
        const registers = [['VGPRs', 'vgprs'], ['AccVGPRs', 'agprs'], ['SGPRs', 'sgprs'], ['waves a SIMD', 'waves'], ['VGPRs that cost no wave', 'free_vgprs']];
        const rows = [
            ...names.map((name) => [name, versions.map((version) => value(version, name))]),
            ...registers.map(([name, key]) => [name, versions.map((version) => version.occupancy[key])]),
        ];
        cdna.byId('figures').replaceChildren(el('section', {}, el('h3', {}, `The whole of ${kernel.name}`), el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, el('th', {}), ...versions.map((version) => el('th', { scope: 'col' }, version.label)), ...(two ? [el('th', { scope: 'col', colspan: 2 }, 'difference')] : []))),
            el('tbody', {}, ...rows.map(([name, values]) => el('tr', {}, el('th', { scope: 'row' }, name), ...values.map(cell), ...(two ? difference(...values) : [])))))));
    };

    cdna.refreshAbout = function () {
        if (cdna.state.tab !== 'about') {
            return;
        }
        const { data } = cdna;
        const remarks = cdna.kernel() ? cdna.kernel().remarks : [];
        const list = (items, none) => (items.length ? el('ul', {}, ...items.map((item) => el('li', {}, item))) : el('p', { class: 'soft' }, none));
        cdna.byId('about').replaceChildren(el('div', { class: 'columns' },
            el('section', {}, el('h3', {}, 'Remarks'), list(remarks, 'There are none.')),
            el('section', {}, el('h3', {}, 'Functions that are not shown'), list(data.left_out.map(([name, why]) => `${name}: ${why}`), 'All are shown.')),
            el('section', {}, el('h3', {}, 'What this is'),
                data.accuracy ? el('p', {}, `${data.accuracy}.`) : null,
                el('p', {}, `All clocks are modelled, not measured, but for those of a version called measured: cost model ${data.model} for ${data.gpu}, by ${data.tool}. `
                    + 'One issue slot is 4 clocks. A timeline shows iterations that have settled into their rhythm; the clocks of an iteration are those of the SIMD for one iteration of one wave.'),
                el('p', {}, 'The data of this page is JSON, in the element cdnasched-data; docs/view.md describes it.'),
                el('p', { class: 'soft' }, 'Parts of d3 (d3js.org) are in this page; their licence is in its source.'))));
    };
})(window.cdna);
