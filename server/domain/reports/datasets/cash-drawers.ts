import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

const isPersonal = true as const;
/** Money of sales that arrived after it was closed was in what was counted. */
const differenceSql = 'd.counted_minor - d.expected_minor - d.late_minor';

export const cashDrawers: ReportDataset = {
	id: 'cash_drawers',
	label: message`Cash drawers`,
	description: message`One row for each cash drawer, from its opening to its closing.`,
	needs: 'money.view',
	erasedBy: [],
	from: 'cash_drawers d',
	organisation: 'd.organisation_id',
	event: 'd.event_id',
	key: ['d.id'],
	joins: { event: eventJoin('d.event_id') },
	columns: {
		openedAt: { label: message`Opened`, type: 'instant', sql: 'd.opened_at' },
		closedAt: { label: message`Closed`, type: 'instant', sql: 'd.closed_at' },
		device: { label: message`Device`, type: 'text', sql: 'd.device', isPersonal },
		openedBy: { label: message`Opened by`, type: 'text', sql: 'd.opened_by', isPersonal },
		closedBy: { label: message`Counted by`, type: 'text', sql: 'd.closed_by', isPersonal },
		currency: { label: message`Currency`, type: 'text', sql: 'd.currency' },
		opened: { label: message`Cash at opening`, type: 'money', sql: 'd.opened_minor' },
		expected: { label: message`Expected`, type: 'money', sql: '(d.expected_minor + d.late_minor)' },
		counted: { label: message`Counted`, type: 'money', sql: 'd.counted_minor' },
		difference: { label: message`Difference`, type: 'money', sql: `(${differenceSql})` },
		note: { label: message`Note`, type: 'text', sql: 'd.note', isPersonal },
		...eventColumns('d.event_id'),
	},
	measures: {
		drawers: { label: message`Number of cash drawers`, type: 'number', of: { kind: 'count' } },
		open: { label: message`Open`, type: 'number', of: { kind: 'count', where: 'd.closed_at IS NULL' } },
		counted: { label: message`Counted`, type: 'money', of: { kind: 'sum', sql: 'd.counted_minor' } },
		difference: { label: message`Difference`, type: 'money', of: { kind: 'sum', sql: differenceSql } },
	},
};
