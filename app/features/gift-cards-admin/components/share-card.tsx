import { useLingui } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';

/** The public page on which gift cards are sold: its link and its QR code. */
export function ShareCard({ url }: { url: string }) {
	const { t } = useLingui();
	return (
		<Card
			title={<span className="text-lg">{t`Your gift card page`}</span>}
			aria-label={t`Your gift card page`}
			description={t`Share the link, or put the QR code on a poster.`}
		>
			<div className="flex flex-wrap items-center gap-6">
				<QrCode value={url} label={t`QR code of your gift card page`} className="w-40 rounded-md" />
				<div className="flex min-w-0 flex-1 basis-56 flex-col items-start gap-3">
					<code dir="ltr" className="max-w-full text-sm [overflow-wrap:anywhere]">
						{url.replace(/^https?:\/\//, '')}
					</code>
					<div className="flex flex-wrap gap-2">
						<CopyButton text={url} label={t`Copy link`} size="md" />
						<ButtonLink to={url} isExternal variant="outline" icon={ExternalLink}>
							{t`View page`}
						</ButtonLink>
					</div>
				</div>
			</div>
		</Card>
	);
}
