import { themeHueOf } from '#server/domain/events/cover-of.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import {
	findPage,
	makePageToken,
	type PageScope,
} from '#server/domain/fundraisers/supporters/page-record.ts';
import { type SupporterPageProps, supporterPageMail } from '#server/emails/fundraisers/supporter-page.ts';
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
			publicUrl: `${appUrl}/register/${event.slug}?for=${page.slug}`,
			manageLink: options.showsSecrets
				? `${appUrl}/fundraiser-pages/${makePageToken(services.secret, page)}`
				: null,
		};
	},
});
