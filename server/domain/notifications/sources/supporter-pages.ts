import type { EventScope } from '#server/domain/event-scope.ts';
import { themeHueOf } from '#server/domain/events/cover-of.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { UpdateScope } from '#server/domain/fundraisers/commands/update-readers.ts';
import { findUpdate } from '#server/domain/fundraisers/commands/updates.ts';
import { findFundraiser } from '#server/domain/fundraisers/rows.ts';
import {
	findPage,
	makePageToken,
	type PageScope,
} from '#server/domain/fundraisers/supporters/page-record.ts';
import { type SupporterPageProps, supporterPageMail } from '#server/emails/fundraisers/supporter-page.ts';
import { fundraiserUpdateMail } from '#server/emails/fundraisers/update.ts';
import { goalReachedMail } from '#server/emails/organisers/goal-reached.ts';
import { supporterPath } from '#shared/rules/event-paths.ts';
import { hasOptedOut, unsubscribeLinks } from '../opt-outs.ts';
import { bouncesText, isSuppressed } from '../suppressions.ts';
import { source } from './source.ts';

/** A page or team of a supporter, as it is when the email is written. */
export const supporterPageSource = source({
	template: supporterPageMail,
	async load(services, ref: PageScope & { version: number; isNew: boolean }, options) {
		const page = await findPage(services.database.db, ref);
		if (!page || page.state === 'removed') return { obsolete: 'The page was removed.' };
		if (options.isForSending && !ref.isNew && page.state === 'waiting')
			return { obsolete: 'The page was changed and waits for approval.' };
		const event = await getWholeEvent(services, ref);
		const { appUrl } = services.config;
		const news: SupporterPageProps['news'] = page.state === 'shown' && ref.isNew ? 'made' : page.state;
		return {
			news,
			name: page.name,
			event: { title: event.title, organiserName: event.organiserName, hue: themeHueOf(event) },
			reason: page.hiddenReason,
			publicUrl: `${appUrl}${supporterPath(event, page)}`,
			manageLink: options.showsSecrets
				? `${appUrl}/fundraiser-pages/${makePageToken(services.secret, page)}`
				: null,
		};
	},
});

/** An update of a fundraiser, as it is when the email is written. */
export const fundraiserUpdateSource = source({
	template: fundraiserUpdateMail,
	async load(services, ref: UpdateScope, options) {
		const { db } = services.database;
		const [update, fundraiser] = await Promise.all([findUpdate(db, ref), findFundraiser(db, ref)]);
		if (!update || !fundraiser) return { obsolete: 'The update was removed.' };
		if (options.isForSending) {
			const { organisationId } = ref;
			if (await hasOptedOut(services, options.recipient, 'fundraisers/update', organisationId))
				return { obsolete: 'The donor wants no updates any more.' };
			if (await isSuppressed(services, organisationId, options.recipient)) return { obsolete: bouncesText };
		}
		const event = await getWholeEvent(services, ref);
		const links = options.showsSecrets ? unsubscribeLinks(services, options.mailId) : null;
		return {
			event: toMailEvent(services, event),
			title: update.title,
			body: update.body,
			raisedMinor: fundraiser.raisedMinor,
			goalMinor: fundraiser.goalMinor,
			currency: fundraiser.currency,
			fundraiserLink: `${services.config.appUrl}/register/${event.slug}`,
			unsubscribeLink: links?.unsubscribeLink ?? null,
			oneClickUrl: links?.oneClickUrl ?? null,
		};
	},
});

/** A goal that was reached. */
export const goalReachedSource = source({
	template: goalReachedMail,
	async load(services, ref: EventScope & { goalMinor: number }) {
		const fundraiser = await findFundraiser(services.database.db, ref);
		if (!fundraiser) return { obsolete: 'The fundraiser is gone.' };
		const event = await getWholeEvent(services, ref);
		const { appUrl } = services.config;
		return {
			event: event.title,
			goalMinor: ref.goalMinor,
			currency: fundraiser.currency,
			fundraiserLink: `${appUrl}/events/${event.slug}/fundraiser`,
			settingsLink: `${appUrl}/settings/notifications`,
		};
	},
});
