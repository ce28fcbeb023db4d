import type { RuleWords } from '#server/emails/messages/rule-text.ts';
import type { Services } from '#server/services.ts';

/** A date, or a series alone, whose rules of messages hold. */
interface WordsPlace {
	organisationId: string;
	eventId: string | null;
	seriesId: string | null;
}

/**
 * The rule of an event for the confirmation or for the reminder: its own, else that of its series. Null: nothing is stored, so what is usual
 * holds (tables of the module messages, which stands to the right and alone writes them).
 */
export async function findRule(
	{ database }: Services,
	{ organisationId, eventId, seriesId }: WordsPlace,
	kind: 'confirmation' | 'reminder',
): Promise<{ subject: string; text: string; isOn: boolean } | null> {
	const { rows } = await database.pool.query<{ subject: string; text: string; isOn: boolean }>({
		name: 'notifications.find-rule',
		text: `SELECT subject, body AS text, is_on AS "isOn" FROM message_rules
			WHERE organisation_id = $1 AND kind = $4 AND (event_id = $2 OR series_id = $3)
			ORDER BY event_id NULLS LAST LIMIT 1`,
		values: [organisationId, eventId, seriesId, kind],
	});
	return rows[0] ?? null;
}

/** The words that the confirmation of an event carries for a reader; null: none. */
export async function findWords(
	services: Services,
	place: WordsPlace,
	kind: 'confirmation' | 'reminder',
	readerName: string,
): Promise<RuleWords | null> {
	const rule = await findRule(services, place, kind);
	return rule && { subject: rule.subject, text: rule.text, readerName };
}
