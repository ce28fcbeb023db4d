import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#server/platform/messages.ts';
import { withoutLinks } from '../kit/escape.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface SupporterPageProps {
	news: 'made' | 'waiting' | 'shown' | 'hidden';
	/** Of the page or team, as its owner typed it. */
	name: string;
	event: { title: string; organiserName: string; hue: number };
	/** The organiser’s reason for hiding it; may be empty. */
	reason: string;
	/** Where it is public. */
	publicUrl: string;
	/** Where its owner changes it. Null where it is left out. */
	manageLink: string | null;
}

const subjects: Record<SupporterPageProps['news'], MessageDescriptor> = {
	made: msg({ message: 'Your page for {event} is live' }),
	waiting: msg({ message: 'Your page for {event} is waiting for approval' }),
	shown: msg({ message: 'Your page for {event} is live' }),
	hidden: msg({ message: 'Your page for {event} was hidden' }),
};

const texts: Record<SupporterPageProps['news'], MessageDescriptor> = {
	made: msg({ message: '“{name}” is live. Share its link: every donation through it counts for your goal.' }),
	waiting: msg({ message: '{organiser} approves new pages. You get an email once “{name}” is live.' }),
	shown: msg({
		message: '“{name}” is live. Share its link: every donation through it counts for your goal.',
	}),
	hidden: msg({
		message: '{organiser} has hidden “{name}”. Donations made through it stay with the fundraiser.',
	}),
};

/** To a supporter: their page or team was made, approved or hidden, with the link that changes it. */
export const supporterPageMail: MailTemplate<SupporterPageProps> = {
	name: 'fundraisers/supporter-page',
	sample: {
		news: 'made',
		name: 'Ada Lovelace',
		event: { title: 'Evening of Small Machines', organiserName: 'Analytical Society', hue: 250 },
		reason: '',
		publicUrl: 'https://foyer.example/register/evening?for=ada-lovelace',
		manageLink: 'https://foyer.example/fundraiser-pages/sample',
	},
	render({ news, name, event, reason, publicUrl, manageLink }, { t }) {
		const values = { event: event.title, organiser: event.organiserName, name: withoutLinks(name) };
		const isPublic = news === 'made' || news === 'shown';
		return {
			subject: t(subjects[news], values),
			preheader: t(texts[news], values),
			heading: t(subjects[news], values),
			hue: event.hue,
			blocks: [
				{ kind: 'text', text: t(texts[news], values) },
				...(reason === ''
					? []
					: [
							{
								kind: 'facts' as const,
								rows: [{ label: t(msg({ message: 'Reason' })), lines: [withoutLinks(reason)] }],
							},
						]),
				...(isPublic
					? [{ kind: 'link' as const, label: t(msg({ message: 'View page' })), url: publicUrl }]
					: []),
				{ kind: 'button', label: t(msg({ message: 'Edit page' })), url: manageLink },
			],
			smallPrint: [
				t(
					msg({
						message:
							'You received this email because someone made this page with your address. Whoever has the link above can change or remove the page. If it wasn’t you, remove it there.',
					}),
				),
			],
		};
	},
};
