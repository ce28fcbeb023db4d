import { message } from '#shared/errors/translatable-message.ts';
import { eventColumns, eventJoin, orderColumns, type ReportDataset } from './dataset.ts';
import { fileIdIn } from './questions.ts';

/** An answer of several choices is a row for each of them. */
const rows = `(
	SELECT w.organisation_id, w.event_id, w.id, w.question_id, w.order_id, w.attendee_id, w.answered_by, w.answered_at,
		coalesce(part.n, 0) AS part, CASE WHEN jsonb_typeof(w.value) = 'array' THEN part.value ELSE w.value #>> '{}' END AS value
	FROM answers w
	LEFT JOIN LATERAL jsonb_array_elements_text(CASE WHEN jsonb_typeof(w.value) = 'array' THEN w.value END)
		WITH ORDINALITY AS part(value, n) ON true
	WHERE w.organisation_id = $1
) w`;

export const answers: ReportDataset = {
	id: 'answers',
	label: message`Answers`,
	description: message`One row for each answer to a question; of several choices, one row each.`,
	needs: 'attendees.view',
	erasedBy: ['orders.account-erased', 'orders.guest-erased'],
	from: rows,
	organisation: 'w.organisation_id',
	event: 'w.event_id',
	key: ['w.id', 'w.part'],
	joins: {
		event: eventJoin('w.event_id'),
		question: 'LEFT JOIN questions q ON q.organisation_id = $1 AND q.id = w.question_id',
		choice: `LEFT JOIN LATERAL (SELECT c ->> 'label' AS label FROM jsonb_array_elements(q.choices) c
			WHERE c ->> 'id' = w.value LIMIT 1) choice ON true`,
		file: `LEFT JOIN answer_files f ON q.kind = 'file' AND f.organisation_id = $1 AND f.id = ${fileIdIn('w.value')}`,
		order: 'LEFT JOIN orders o ON o.organisation_id = $1 AND o.event_id = w.event_id AND o.id = w.order_id',
		guest:
			'LEFT JOIN attendees a ON a.organisation_id = $1 AND a.event_id = w.event_id AND a.id = w.attendee_id',
		type: 'LEFT JOIN ticket_types t ON t.organisation_id = $1 AND t.id = a.ticket_type_id',
	},
	columns: {
		question: { label: message`Question`, type: 'text', sql: 'q.label', joins: ['question'] },
		answer: {
			label: message`Answer`,
			type: 'text',
			sql: 'coalesce(choice.label, f.name, w.value)',
			joins: ['question', 'choice', 'file'],
			isPersonal: true,
		},
		/** Choices alone, which name nobody. */
		choice: {
			label: message`Choice`,
			type: 'text',
			sql: `coalesce(choice.label, CASE WHEN q.kind = 'consent' THEN w.value END)`,
			joins: ['question', 'choice'],
		},
		isArchived: {
			label: message`Question archived`,
			type: 'flag',
			sql: '(q.archived_at IS NOT NULL)',
			joins: ['question'],
		},
		scope: {
			label: message`Asked of`,
			type: 'choice',
			sql: 'q.scope',
			joins: ['question'],
			choices: { order: message`The order`, attendee: message`Each guest` },
		},
		answeredBy: {
			label: message`Answered by`,
			type: 'choice',
			sql: 'w.answered_by',
			choices: {
				buyer: message`Buyer`,
				organiser: message`Organiser`,
				door: message`At the door`,
			},
		},
		answeredAt: { label: message`Answered`, type: 'instant', sql: 'w.answered_at' },
		guest: { label: message`Name`, type: 'text', sql: 'a.name', joins: ['guest'], isPersonal: true },
		ticketStatus: {
			label: message`Ticket status`,
			type: 'choice',
			sql: 'a.status',
			joins: ['guest'],
			choices: { held: message`Held`, active: message`Active`, cancelled: message`Cancelled` },
		},
		ticketType: { label: message`Ticket type`, type: 'text', sql: 't.name', joins: ['guest', 'type'] },
		...eventColumns('w.event_id'),
		...orderColumns(['order']),
	},
	measures: {
		answers: { label: message`Number of answers`, type: 'number', of: { kind: 'count' } },
		people: {
			label: message`Different orders`,
			type: 'number',
			of: { kind: 'distinct', sql: 'w.order_id' },
		},
	},
};
