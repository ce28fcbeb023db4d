import type { MailEvent } from '#server/emails/kit/event-facts.ts';
import type { Services } from '#server/services.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';
import { themeHueOf } from './cover-of.ts';
import type { EventWithOrganiser } from './event-rows.ts';

/** An event as mails show it. */
export function toMailEvent(services: Services, event: EventWithOrganiser): MailEvent {
	return {
		title: event.title,
		startsAt: event.startsAt,
		endsAt: event.endsAt,
		timeZone: event.timeZone,
		isAllDay: event.isAllDay,
		venueName: event.venueName,
		address: event.address,
		city: event.city,
		region: event.region,
		countryCode: event.countryCode,
		onlineUrl: event.onlineUrl,
		organiserName: event.organiserName,
		url: `${services.config.appUrl}${canonicalPath(event)}`,
		hue: themeHueOf(event),
	};
}
