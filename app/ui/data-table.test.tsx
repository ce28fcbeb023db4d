import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
interface Row {
	name: string;
	day: string;
	note: string;
	type: string;
}
const columns: Column<Row>[] = [
	{ id: 'name', header: 'Name', cell: (row) => row.name },
	{ id: 'day', header: 'Issued', from: 'sm', cell: (row) => row.day },
	{ id: 'note', header: 'Note', from: 'lg', cell: (row) => row.note },
	{ id: 'type', header: 'Type', from: 'md', isInFirst: true, cell: (row) => row.type },
];
const row: Row = { name: 'Ada', day: '28 November', note: '', type: 'Standard' };

function tableOf(onOpen?: () => void): string {
	return renderToString(
		<I18nProvider i18n={i18n}>
			<DataTable
				label="Documents"
				columns={columns}
				rows={[row]}
				rowKey={({ name }) => name}
				{...(onOpen && { onOpen })}
			/>
		</I18nProvider>,
	);
}

test('where a column has no room, its cell is below the first one, under its heading', () => {
	const [first = ''] = /<td.*?<\/td>/.exec(tableOf()) ?? [];
	expect(first).toMatch(/class="[^"]*\bsm:hidden"><dt>Issued<\/dt><dd>28 November<\/dd>/);
	// What is empty has no line, and what the first cell says itself is not said twice.
	expect(first).not.toMatch(/Note|Type/);
});

test('a row that opens says the rest there', () => {
	expect(tableOf(() => {})).not.toContain('<dl');
});

test('the box of a table is reached by keyboard, and named', () => {
	expect(tableOf()).toMatch(/^<section aria-label="Documents" tabindex="0" class="scroll-box/);
});
