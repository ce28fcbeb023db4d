import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, type ReportDataset } from './dataset.ts';

export const codes: ReportDataset = {
	id: 'codes',
	label: message`Codes`,
	description: message`One row for each discount code of an event.`,
	needs: 'codes.edit',
	erasedBy: [],
	from: 'codes c',
	organisation: 'c.organisation_id',
	event: 'c.event_id',
	key: ['c.event_id', 'c.id'],
	joins: {
		event: eventJoin('c.event_id'),
		batch: 'LEFT JOIN code_batches b ON b.organisation_id = $1 AND b.id = c.batch_id',
	},
	columns: {
		// Whoever knows the letters can use it: not for shared links.
		code: { label: message`Code`, type: 'text', sql: 'c.code', isPersonal: true },
		label: {
			label: message`Label`,
			type: 'text',
			sql: `coalesce(nullif(c.label, ''), b.label)`,
			joins: ['batch'],
		},
		kind: {
			label: message`Kind`,
			type: 'choice',
			sql: 'c.kind',
			choices: {
				percent: message`Percentage off`,
				fixed: message`Amount off each ticket`,
				price: message`Set price`,
				unlock: message`Unlocks hidden tickets`,
			},
		},
		isBatch: { label: message`In a batch`, type: 'flag', sql: '(c.batch_id IS NOT NULL)' },
		currency: { label: message`Currency`, type: 'text', sql: 'e.currency', joins: ['event'] },
		amount: { label: message`Amount`, type: 'money', sql: 'c.amount_minor' },
		uses: { label: message`Uses`, type: 'number', sql: 'c.uses' },
		used: { label: message`Used`, type: 'number', sql: 'c.used' },
		budget: { label: message`Budget`, type: 'money', sql: 'c.budget_minor' },
		saved: { label: message`Saved`, type: 'money', sql: 'c.saved_minor' },
		startsAt: { label: message`Starts`, type: 'instant', sql: 'c.starts_at' },
		endsAt: { label: message`Ends`, type: 'instant', sql: 'c.ends_at' },
		createdAt: { label: message`Created`, type: 'instant', sql: 'c.created_at' },
		...eventColumns('c.event_id'),
	},
	measures: {
		codes: { label: message`Number of codes`, type: 'number', of: { kind: 'count' } },
		usedCodes: { label: message`Codes used`, type: 'number', of: { kind: 'count', where: 'c.used > 0' } },
		used: { label: message`Used`, type: 'number', of: { kind: 'sum', sql: 'c.used' } },
		saved: { label: message`Saved`, type: 'money', of: { kind: 'sum', sql: 'c.saved_minor' } },
		savedEach: {
			label: message`Saved per order`,
			type: 'money',
			of: { kind: 'sum', sql: 'c.saved_minor' },
			per: { kind: 'sum', sql: 'c.used' },
		},
	},
};
