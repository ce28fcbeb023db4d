import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Problem, useOrderAction } from '#app/features/orders/components/order-dialogs.tsx';
import { OwnPageForm } from '#app/features/orders/supporters/own-page-form.tsx';
import { PageProgress } from '#app/features/orders/supporters/page-progress.tsx';
import { publicApi } from '#app/lib/public-api.ts';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { linkLoader } from '#app/lib/server-api.ts';
import { lazyDialog, lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { getOwnPage, type OwnPage, removeOwnPage } from '#shared/contracts/supporter-pages.ts';
import { supporterPath } from '#shared/rules/event-paths.ts';
import type { Route } from './+types/supporter-page';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

const PicturePart = lazyPart(
	() => import('#app/features/orders/supporters/picture-part.tsx').then((module) => module.PicturePart),
	<div className="min-h-48" />,
);
const ShareKit = lazyPart(
	() => import('#app/features/orders/supporters/share-kit.tsx').then((module) => module.ShareKit),
	<div className="min-h-96" />,
);

export const loader = linkLoader(getOwnPage, 'pageToken');

export const headers = linkPageHeaders;

/** /fundraiser-pages/:pageToken: a supporter's own page or team: its link to share, what it says, and its end. */
export default function SupporterPageRoute({ loaderData, params }: Route.ComponentProps) {
	const { t } = useLingui();
	const [page, setPage] = useState(loaderData);
	const [isRemoved, setRemoved] = useState(false);
	const { event, kind } = page;
	const heading = kind === 'team' ? t`Your team` : t`Your page`;
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': event.themeHue }}
		>
			<div className="page-width flex flex-col gap-8 py-6 md:py-10">
				<PageTitle title={`${heading}: ${event.title}`} />
				<meta name="robots" content="noindex" />
				<h1 tabIndex={-1} className="title-page">
					{heading}
				</h1>
				{isRemoved ? (
					<Callout
						tone="info"
						title={kind === 'team' ? t`This team is removed` : t`This page is removed`}
						action={
							<ButtonLink to={`/register/${event.slug}`} variant="outline" size="sm">
								{t`View fundraiser`}
							</ButtonLink>
						}
					>
						<Trans>Donations made through it stay with the fundraiser. Thank you for your help.</Trans>
					</Callout>
				) : (
					<div className="grid items-start gap-8 lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-14">
						<PageSummary page={page} token={params.pageToken} />
						<div className="flex min-w-0 flex-col gap-8">
							<OwnPageForm token={params.pageToken} page={page} onSaved={setPage} />
							<PicturePart token={params.pageToken} page={page} onSaved={setPage} />
							<RemovePage token={params.pageToken} page={page} onRemoved={() => setRemoved(true)} />
						</div>
					</div>
				)}
			</div>
		</div>
	);
}

function PageSummary({ page, token }: { page: OwnPage; token: string }) {
	const { t } = useLingui();
	const { appUrl } = useSite();
	const { event, state, hiddenReason } = page;
	const path = supporterPath(event, page);
	// Without APP_URL only the browser knows where it is.
	const [origin, setOrigin] = useState(appUrl);
	useEffect(() => setOrigin((known) => known || window.location.origin), []);
	const link = `${origin}${path}`;
	return (
		<section
			aria-labelledby="page-summary"
			className="flex min-w-0 flex-col gap-4 rounded-xl border border-hairline bg-surface p-5"
		>
			<div className="flex flex-col gap-1">
				<h2 id="page-summary" className="text-lg font-semibold [overflow-wrap:anywhere]" dir="auto">
					{page.name}
				</h2>
				<p className="text-muted [overflow-wrap:anywhere]">
					<Trans>
						{event.title} · {event.organiserName}
					</Trans>
				</p>
			</div>
			<PageProgress page={page} currency={page.currency} />
			{page.isOpen ? null : (
				<Callout tone="info">
					<Trans>The fundraiser isn’t taking donations through pages right now.</Trans>
				</Callout>
			)}
			{state === 'waiting' ? (
				<Callout tone="info" title={t`Waiting for approval`}>
					<Trans>{event.organiserName} approves pages before everyone sees them.</Trans>
				</Callout>
			) : null}
			{state === 'hidden' ? (
				<Callout tone="warning" title={t`Hidden by the organiser`}>
					{hiddenReason || t`Write to ${event.organiserName} to learn why.`}
				</Callout>
			) : null}
			{state === 'shown' && page.isOpen ? (
				<div className="flex flex-col gap-4">
					<div className="flex flex-col gap-2">
						<p className="text-sm font-medium">
							<Trans>Share this link</Trans>
						</p>
						<p className="flex items-center gap-2 text-sm text-muted">
							<span className="min-w-0 [overflow-wrap:anywhere]">{link}</span>
							<CopyButton text={link} />
						</p>
					</div>
					<ButtonLink to={path} variant="outline" className="self-start">
						{t`View page`}
					</ButtonLink>
					<ShareKit page={page} link={link} token={token} />
				</div>
			) : null}
			<p className="text-compact text-muted">
				{page.hasEmail ? (
					<Trans>Anyone with the link to this screen can edit the page. It is in your email, too.</Trans>
				) : (
					<Trans>Save the link to this screen: it’s the only way to edit the page.</Trans>
				)}
			</p>
		</section>
	);
}

function RemovePage({ token, page, onRemoved }: { token: string; page: OwnPage; onRemoved: () => void }) {
	const { t } = useLingui();
	const [isAsking, setAsking] = useState(false);
	const { isPending, error, act } = useOrderAction(onRemoved);
	const remove = () => publicApi.call(removeOwnPage, { params: { pageToken: token }, hasBearer: false });
	return (
		<div className="needs-script flex flex-col items-start gap-2">
			<Button variant="outline" tone="destructive" onClick={() => setAsking(true)}>
				{page.kind === 'team' ? t`Remove team` : t`Remove page`}
			</Button>
			{isAsking ? (
				<ConfirmDialog
					isOpen
					onClose={() => setAsking(false)}
					title={page.kind === 'team' ? t`Remove this team?` : t`Remove this page?`}
					description={t`Its name, story and URL are deleted permanently. Donations stay with the fundraiser.`}
					confirmLabel={t`Remove`}
					isPending={isPending}
					onConfirm={() => void act(remove)}
				>
					{error ? <Problem>{error}</Problem> : undefined}
				</ConfirmDialog>
			) : null}
		</div>
	);
}
