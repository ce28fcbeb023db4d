import type { TemplateCard } from '#shared/contracts/templates.ts';
import { type EventDraft, emptyDraft, noTemplate } from './stored-draft.ts';

/** A draft that begins with a template: a title and a start are proposed where none were typed. */
export function withTemplate(draft: EventDraft, card: TemplateCard, today: Date): EventDraft {
	const isTyped = draft.title.trim() !== '' && draft.title !== draft.templateName;
	const start = new Date(today.getTime() + 28 * 86_400_000).toISOString().slice(0, 10);
	const proposed = `${start}T${card.startTime || '09:00'}`;
	// The time of the template that was chosen before is no wish of anybody's.
	const startsAtLocal = isTyped && draft.startsAtLocal ? draft.startsAtLocal : proposed;
	return {
		...draft,
		title: isTyped ? draft.title : card.name,
		startsAtLocal,
		endsAtLocal: '',
		category: card.category,
		format: card.format,
		visibility: card.visibility,
		coverSeed: card.coverSeed || draft.coverSeed,
		template: card.id,
		templateName: card.name,
		templateTickets: String(card.brings.tickets),
		lengthMinutes: String(card.lengthMinutes),
	};
}

/** The draft without its template: what was typed stays. */
export function withoutTemplate(draft: EventDraft): EventDraft {
	const { category, format, visibility } = emptyDraft();
	return {
		...draft,
		title: draft.title === draft.templateName ? '' : draft.title,
		category,
		format,
		visibility,
		...noTemplate,
	};
}
