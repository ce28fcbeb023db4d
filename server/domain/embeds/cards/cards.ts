import { html } from 'hono/html';
import type { Services } from '#server/services.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatsFor } from '#shared/lib/formats.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';
import { eventPlace } from '#shared/rules/event-place.ts';
import { eventState } from '#shared/rules/event-state.ts';
import { priceRange } from '#shared/rules/price-range.ts';
import { cardDocument, linkOut, type Markup } from './card-page.ts';
import { readShownEvent, readShownOrganiser, type ShownEvent } from './read-card.ts';

/** The card is in English, as the product is. */
const formats = formatsFor('en');

/** GET /embed/{event}: the event, or the next date of a series, as another site shows it. */
export async function answerEventCard(
	services: Services,
	request: Request,
	{ name, base }: { name: string; base: string },
): Promise<Response> {
	try {
		const shown = await readShownEvent(services, name);
		const { event, slug } = shown;
		return await cardDocument(request, {
			title: event.title,
			body: eventBody(shown, { base, now: services.clock.now() }),
			canonical: `${base}/events/${slug}`,
			hue: shown.card.themeHue,
			base,
		});
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		if (error.code === 'RESOURCE_ACCESS_DENIED') {
			return await cardDocument(request, {
				...{ title: 'Private event', hue: NO_HUE, base },
				body: noteBody('Private event', {
					text: 'Enter the password on the event page.',
					link: linkOut(`${base}/events/${encodeURIComponent(name)}`, html`Open the event page`),
				}),
			});
		}
		return await answerMissing(request, { error, base, title: 'This event isn’t available' });
	}
}

/** GET /embed/organisers/{slug}: what an organiser puts on next. */
export async function answerOrganiserCard(
	services: Services,
	request: Request,
	{ name, base }: { name: string; base: string },
): Promise<Response> {
	try {
		const { name: title, slug, events } = await readShownOrganiser(services, name);
		const canonical = `${base}/organisers/${slug}`;
		const lines = events.map((event) => eventLine(event, base));
		return await cardDocument(request, {
			...{ title, canonical, hue: NO_HUE, base },
			body: html`<article><div class="text">
<h1 dir="auto">${title}</h1>
${events.length > 0 ? html`<ul>${lines}</ul>` : html`<p class="muted">No events are planned right now.</p>`}
${linkOut(canonical, html`All events<span class="hidden"> by ${title}</span>`)}
</div></article>`,
		});
	} catch (error) {
		return await answerMissing(request, { error, base, title: 'This organiser isn’t available' });
	}
}

/** @throws whatever is no refusal to show it */
async function answerMissing(
	request: Request,
	{ error, base, title }: { error: unknown; base: string; title: string },
): Promise<Response> {
	if (!(error instanceof AppError) || error.code !== 'RESOURCE_NOT_FOUND') throw error;
	const link = linkOut(`${base}/events`, html`Browse events`);
	const body = noteBody(title, { text: 'It may have been moved or removed.', link });
	return cardDocument(request, { title, body, hue: NO_HUE, base, status: 404 });
}

const noteBody = (title: string, { text, link }: { text: string; link: Markup }): Markup =>
	html`<article><div class="text"><h1>${title}</h1><p class="muted">${text}</p>${link}</div></article>`;

function eventBody({ event, card, slug }: ShownEvent, { base, now }: { base: string; now: Date }): Markup {
	const state = stateOf(card, now);
	const price = state ? '' : priceOf(card);
	const note = [event.isSandbox ? 'Test event' : '', state].filter(Boolean).join(' · ');
	const label =
		state || card.isExternal || card.maxPriceMinor === null
			? 'View event'
			: card.maxPriceMinor === 0
				? 'Register'
				: 'Get tickets';
	return html`<article class="beside">
<img src="${base}${card.cover.url}" alt="${card.cover.alt}">
<div class="text">
${note ? html`<p class="state ${toneOf(state)}">${note}</p>` : ''}
<h1 dir="auto">${card.title}</h1>
<p class="when">${whenOf(card)}</p>
${eventPlace(card) ? html`<p dir="auto">${eventPlace(card)}</p>` : ''}
<p class="muted" dir="auto">${[event.organiserName, price].filter(Boolean).join(' · ')}</p>
${linkOut(`${base}/events/${slug}`, html`${label}<span class="hidden">: ${card.title}</span>`)}
</div>
</article>`;
}

function eventLine(card: EventCard, base: string): Markup {
	const facts = [whenOf(card, true), eventPlace(card), card.isSoldOut ? 'Sold out' : priceOf(card)];
	const slug = card.series?.slug ?? card.slug;
	return html`<li><a href="${base}/events/${slug}" target="_blank" rel="noopener"><h2 dir="auto">${card.title}</h2><p class="muted" dir="auto">${facts.filter(Boolean).join(' · ')}</p></a></li>`;
}

/** Why guests cannot attend; empty if they can. */
function stateOf(card: EventCard, now: Date): string {
	const state = eventState(card, now);
	if (state === 'cancelled') return 'Cancelled';
	if (state === 'postponed') return 'Postponed';
	if (state === 'ended' || state === 'archived') return 'This event is over';
	if (card.isSoldOut) return 'Sold out';
	return state === 'ongoing' ? 'Happening now' : '';
}

/** As the same states have in the elements. */
const toneOf = (state: string): string =>
	state === 'Cancelled' ? 'danger' : state === 'Sold out' || state === 'Postponed' ? 'warning' : '';

function whenOf(card: EventCard, isShort = false): string {
	const { startsAt, timeZone, isAllDay } = card;
	if (isShort) {
		const day = formats.shortDate(startsAt, timeZone);
		return isAllDay ? day : `${day}, ${formats.time(startsAt, timeZone)}`;
	}
	const { date, time } = formats.when(card);
	return time === '' ? date : `${date} · ${time} ${formats.zone(startsAt, timeZone)}`;
}

function priceOf({ minPriceMinor, maxPriceMinor, currency }: EventCard): string {
	if (minPriceMinor === null || maxPriceMinor === null) return '';
	return priceRange({ minPriceMinor, maxPriceMinor, currency }, formats, 'Free');
}
