import { expect, test } from 'vitest';
import { frameOf } from './layout-rules.ts';

test.each([
	['/', true, true],
	['/events', true, true],
	['/events/', true, true],
	['/events/AB2C3D', false, false],
	['/events/AB2C3D/', false, false],
	['/events/spring-fair', true, true],
	['/events/Spring', true, true],
	['/events/AB2C3D/edit', true, true],
	['/event/AB2C3D', true, true],
	['/AB2C3D', true, true],
	['/staff-access/tok', false, false],
	['/staff-access', false, false],
	['/staff-accessories', true, true],
	['/staff-scanner/tok', false, false],
	['/staff-scanner', true, true],
	['/scan/tok', false, false],
	['/scan/tok/', false, false],
	['/scanner/tok', true, true],
	['/qr-scanner/AB2C3D', false, false],
	['/qr-scanner', true, true],
	['/qr-scanner/', true, true],
	['/fundraisers/gala/live', false, false],
	['/fundraisers/gala', true, true],
	['/login', true, false],
	['/signup', true, false],
	['/login/', true, false],
])('%s: navigation %s, footer %s', (path, hasNavigation, hasFooter) => {
	expect(frameOf(path)).toEqual({ hasNavigation, hasFooter });
});
