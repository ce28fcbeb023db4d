import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { findGateName } from '#server/domain/staff/link-places.ts';
import { getStaffLink } from '#server/domain/staff/queries.ts';
import { staffLinkShared } from '#server/emails/staff/link-shared.ts';
import { source } from './source.ts';

interface LinkRef {
	organisationId: string;
	eventId: string;
	staffLinkId: string;
	shortCode: string;
	note: string;
}

const hueOfDoors = 210;

export const staffLinkSharedSource = source({
	template: staffLinkShared,
	async load(services, ref: LinkRef, options) {
		const link = await getStaffLink(services.database.db, ref, ref.staffLinkId).catch(() => null);
		if (!link) return { obsolete: 'The link was deleted.' };
		if (options.isForSending) {
			if (link.revokedAt) return { obsolete: 'The link was ended.' };
			if (link.shortCode !== ref.shortCode)
				return { obsolete: 'The link was renewed; its code is another now.' };
			if (link.endsAt && link.endsAt <= services.clock.now()) return { obsolete: 'The link has ended.' };
		}
		const [event, gate] = await Promise.all([
			getDoorEvent(services, ref),
			findGateName(services.database.db, link),
		]);
		const shown = options.showsSecrets && options.isForSending;
		return {
			event: {
				title: event.title,
				startsAt: event.startsAt,
				endsAt: event.endsAt,
				timeZone: event.timeZone,
				isAllDay: false,
				venueName: event.location,
				address: '',
				city: '',
				region: '',
				countryCode: '',
				onlineUrl: '',
				organiserName: '',
				url: services.config.appUrl,
				hue: hueOfDoors,
			},
			label: link.label,
			gate: gate ?? '',
			note: ref.note,
			hasPin: link.pinHash !== null,
			accessLink: shown ? `${services.config.appUrl}/staff-access/${link.shortCode}` : null,
			shortCode: shown ? link.shortCode : null,
		};
	},
});
