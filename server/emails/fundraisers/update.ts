import { msg } from '#server/platform/messages.ts';
import { oneLine } from '../kit/escape.ts';
import { fromOrganiser, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import { proseText } from '../kit/prose.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { proseBlock } from '../messages/prose.ts';

export interface FundraiserUpdateProps {
	event: MailEvent;
	title: string;
	/** Markdown, as the page of the fundraiser shows it. */
	body: string;
	raisedMinor: number;
	goalMinor: number;
	currency: string;
	fundraiserLink: string;
	/** Null where it is left out. */
	unsubscribeLink: string | null;
	/** The address that mail programs call when the reader presses their own button (RFC 8058). */
	oneClickUrl: string | null;
}

/** To a subscribed donor: news of the organiser about their fundraiser. */
export const fundraiserUpdateMail: MailTemplate<FundraiserUpdateProps> = {
	name: 'fundraisers/update',
	sample: {
		event: sampleEvent,
		title: 'The roof is on',
		body: 'Thank you: the hall is **dry**. Next come the windows.',
		raisedMinor: 342_000,
		goalMinor: 500_000,
		currency: 'EUR',
		fundraiserLink: 'https://foyer.example/register/evening',
		unsubscribeLink: 'https://foyer.example/unsubscribe?token=sample',
		oneClickUrl: 'https://foyer.example/api/unsubscribe/sample',
	},
	render(props, mail) {
		const { event, title, currency, oneClickUrl } = props;
		const { t, formats } = mail;
		const values = { event: event.title, organiser: event.organiserName };
		const prose = proseBlock(props.body, {
			...{ firstName: '', eventTitle: event.title, eventDate: '', organiser: event.organiserName },
			...{ ticketLink: null, ticketLabel: '' },
		});
		const begin =
			prose.kind === 'prose' ? oneLine(proseText(prose.nodes.slice(0, 3), { leftOut: '' }), 160) : '';
		const raised = formats.money(props.raisedMinor, currency);
		const goal = formats.money(props.goalMinor, currency);
		return {
			subject: oneLine(`${title}: ${event.title}`),
			preheader: begin,
			heading: oneLine(title),
			hue: event.hue,
			fromName: fromOrganiser(event, mail),
			blocks: [
				prose,
				{
					kind: 'facts',
					rows: [
						{
							label: t(msg({ message: 'Raised so far' })),
							lines: [t(msg({ message: '{raised} of {goal}' }), { raised, goal })],
						},
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View fundraiser' })), url: props.fundraiserLink },
				{
					kind: 'link',
					label: t(msg({ message: 'Unsubscribe from updates of {organiser}' }), values),
					url: props.unsubscribeLink,
				},
			],
			smallPrint: [
				t(
					msg({
						message: 'You get this email because you asked for updates when you donated to {event}.',
					}),
					values,
				),
			],
			...(oneClickUrl && {
				headers: {
					'List-Unsubscribe': `<${oneClickUrl}>`,
					'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
				},
			}),
		};
	},
};
