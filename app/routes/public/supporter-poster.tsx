import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { QrCode } from '#app/ui/qr-code.tsx';
import { getOwnPage } from '#shared/contracts/supporter-pages.ts';
import { supporterPath } from '#shared/rules/event-paths.ts';
import type { Route } from './+types/supporter-poster';

export const loader = linkLoader(getOwnPage, 'pageToken');

export const headers = linkPageHeaders;

/** /fundraiser-pages/:pageToken/poster: a supporter's page on one sheet. The QR code leads to the public page: the sheet holds no secret. */
export default function SupporterPosterPage({ loaderData: page, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { appUrl } = useSite();
	const [origin, setOrigin] = useState(appUrl);
	useEffect(() => setOrigin((known) => known || window.location.origin), []);
	const { event, name, picture, story } = page;
	const link = `${origin}${supporterPath(event, page)}`;
	const goal = formats.money(page.goalMinor, page.currency);
	return (
		<div className="page-width flex w-full flex-col items-center gap-6 py-6 text-center print:pt-10">
			<PageTitle title={`${t`Poster`}: ${name}`} />
			<meta name="robots" content="noindex" />
			<div className="flex w-full flex-wrap justify-between gap-3 print:hidden">
				<ButtonLink to={`/fundraiser-pages/${params.pageToken}`} variant="ghost" icon={ArrowLeft}>
					{t`Back to your page`}
				</ButtonLink>
				<Button icon={Printer} className="needs-script" onClick={() => window.print()}>
					{t`Print`}
				</Button>
			</div>
			{page.state === 'shown' && page.isOpen ? null : (
				<Callout tone="warning" className="max-w-xl text-start print:hidden">
					<Trans>Visitors can’t see this page right now. Print the poster once it’s public.</Trans>
				</Callout>
			)}
			<p className="text-lg text-muted [overflow-wrap:anywhere]" dir="auto">
				{event.title}
			</p>
			<h1 tabIndex={-1} className="title-page [overflow-wrap:anywhere]" dir="auto">
				{name}
			</h1>
			{picture ? (
				<img
					src={picture.url}
					srcSet={picture.srcSet}
					sizes="28rem"
					alt=""
					className="aspect-video w-full max-w-md rounded-lg object-cover"
				/>
			) : null}
			<p className="text-2xl font-semibold">
				<Trans>Help raise {goal}</Trans>
			</p>
			{story ? (
				<p className="line-clamp-6 max-w-xl whitespace-pre-line text-lg [overflow-wrap:anywhere]" dir="auto">
					{story}
				</p>
			) : null}
			<QrCode
				value={link}
				label={t`QR code of the page of ${name}`}
				className="w-72 max-w-full rounded-md print:w-80"
			/>
			<p className="text-lg font-medium">
				<Trans>Scan to donate</Trans>
			</p>
			<p className="text-muted [overflow-wrap:anywhere]">{link}</p>
		</div>
	);
}
