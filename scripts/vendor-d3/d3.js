// The parts of d3 that the page uses, and no others: the bundle has what is named here.
export { bisectLeft, bisectRight } from 'd3-array';
export { scaleLinear } from 'd3-scale';
export { pointer, select } from 'd3-selection';
export { curveStepAfter, line, linkHorizontal } from 'd3-shape';
export { zoom, zoomIdentity, zoomTransform } from 'd3-zoom';
