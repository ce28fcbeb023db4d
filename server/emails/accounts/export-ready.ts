import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface ExportReadyProps {
	link: string;
}

export const exportReady: MailTemplate<ExportReadyProps> = {
	name: 'accounts/export-ready',
	sample: { link: 'https://foyer.example/settings/data' },
	write: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Your data from {productName} is ready' }), { productName }),
		preheader: t(msg({ message: 'The file can be fetched for 24 hours.' })),
		heading: t(msg({ message: 'Your data is ready' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'The file with everything that is stored about you was made. Sign in to fetch it, within 24 hours.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Fetch my data' })), url: link },
		],
		smallPrint: [
			t(
				msg({
					message:
						'If you did not ask for this, choose a new password: somebody is signed in to your account. The link alone opens nothing.',
				}),
			),
		],
	}),
};
