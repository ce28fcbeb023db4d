import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { setOnly } from './cursor-list.ts';
import { useUrlFilters } from './url-filters.ts';

function filtersAt(address: string) {
	let found: object = {};
	function Reader() {
		[found] = useUrlFilters({ q: '', status: 'open' }, (name, value) => name === 'q' || value !== 'made-up');
		return null;
	}
	renderToString(
		<MemoryRouter initialEntries={[address]}>
			<Reader />
		</MemoryRouter>,
	);
	return found;
}

test('filters come from the address, and from the start where it has none', () => {
	expect(filtersAt('/list')).toEqual({ q: '', status: 'open' });
	expect(filtersAt('/list?q=ada&status=')).toEqual({ q: 'ada', status: '' });
});

test('a value that a filter cannot have, and a name that is none, are passed over', () => {
	expect(filtersAt('/list?status=made-up&other=1')).toEqual({ q: '', status: 'open' });
});

test('a query leaves out what is not set', () => {
	expect(setOnly({ q: '', status: 'open', limit: '50', cursor: '' })).toEqual({
		status: 'open',
		limit: '50',
	});
});
