import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, Eye, MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { cameFrom } from '#app/shell/came-from.ts';
import { lazyDialog } from '#app/shell/lazy-part.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { StatTile } from '#app/ui/stat-tile.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useFundraiserState } from '../api.ts';

const ConfirmDialog = lazyDialog(() =>
	import('#app/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

const tones: Record<Fundraiser['state'], StatusTone> = {
	draft: 'pending',
	live: 'success',
	closed: 'neutral',
};

/** How a fundraiser stands, what it has raised, and the one next step. */
export function FundraiserHead(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	canEdit: boolean;
	/** Something that was typed below is not saved: what is published is what is saved. */
	isDirty: boolean;
}) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const { event, fundraiser, canEdit } = props;
	const [isClosing, setClosing] = useState(false);
	const step = useFundraiserState(event.id);
	const words: Record<Fundraiser['state'], string> = {
		draft: t`Draft`,
		live: t`Live`,
		closed: t`Closed`,
	};
	const isLive = fundraiser.state === 'live';
	const needsAccount =
		step.error instanceof AppError && step.error.metadata.rule === 'payment-account-missing';
	return (
		<Card
			title={
				<span className="flex flex-wrap items-center gap-3 text-lg">
					<Trans>Status</Trans>
					<StatusBadge tone={tones[fundraiser.state]}>{words[fundraiser.state]}</StatusBadge>
				</span>
			}
			actions={
				<div className="flex flex-wrap gap-2">
					{isLive ? (
						<ButtonLink to={`/register/${event.slug}`} variant="outline" icon={ExternalLink}>
							<Trans>View fundraiser</Trans>
						</ButtonLink>
					) : (
						<ButtonLink to={`/register/${event.slug}?preview`} variant="outline" icon={Eye}>
							<Trans>Preview</Trans>
						</ButtonLink>
					)}
					{isLive ? (
						<ButtonLink to={`/fundraisers/${event.slug}/live`} variant="outline" icon={MonitorPlay}>
							<Trans>Live screen</Trans>
						</ButtonLink>
					) : null}
					{canEdit && isLive ? (
						<Button variant="outline" onClick={() => setClosing(true)}>
							{t`Close fundraiser`}
						</Button>
					) : null}
					{canEdit && !isLive ? (
						<Button
							isLoading={step.isPending}
							disabledReason={props.isDirty ? t`Save or discard your changes first.` : undefined}
							onClick={() => step.mutate('publish')}
						>
							{fundraiser.state === 'closed' ? t`Reopen` : t`Publish`}
						</Button>
					) : null}
				</div>
			}
		>
			<div className="flex flex-col gap-4">
				{needsAccount ? (
					<Callout
						tone="warning"
						isUrgent
						action={
							<ButtonLink
								to="/stripe-connect-demo"
								state={cameFrom(event.title, `/events/${event.slug}/fundraiser`)}
								size="sm"
								variant="outline"
							>
								{t`Set up payments`}
							</ButtonLink>
						}
					>
						{(step.error as AppError).userMessage}
					</Callout>
				) : (
					<ErrorCallout error={step.error} />
				)}
				{isLive && event.status !== 'published' ? (
					<Callout tone="info">
						<Trans>The fundraiser is visible once the event is published.</Trans>
					</Callout>
				) : null}
				<Figures fundraiser={fundraiser} />
				{isLive ? <ShareLink slug={event.slug} /> : null}
			</div>
			{isClosing ? (
				<ConfirmDialog
					isOpen
					onClose={() => setClosing(false)}
					title={t`Close this fundraiser?`}
					description={t`Donations close, and the page becomes the ordinary registration. You can reopen it.`}
					confirmLabel={t`Close fundraiser`}
					isDestructive={false}
					isPending={step.isPending}
					onConfirm={() =>
						void attempt(step.mutateAsync('close'), t`Fundraiser closed`).then(() => setClosing(false))
					}
				/>
			) : null}
		</Card>
	);
}

function ShareLink({ slug }: { slug: string }) {
	const link = `${window.location.origin}/register/${slug}`;
	return (
		<p className="flex flex-wrap items-center gap-2 text-sm text-muted">
			<span className="min-w-0 [overflow-wrap:anywhere]">{link}</span>
			<CopyButton text={link} />
		</p>
	);
}

/** What was raised, the parts apart. */
function Figures({ fundraiser }: { fundraiser: Fundraiser }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { raisedMinor, offlineMinor, matchedMinor, matchReceivedMinor, goalMinor, currency, donors } =
		fundraiser;
	const paid = formats.money(matchReceivedMinor, currency);
	const amount = (minor: number) => <Money>{formats.money(minor, currency)}</Money>;
	const percent = formats.number(Math.floor((raisedMinor / goalMinor) * 100));
	const goal = formats.money(goalMinor, currency);
	return (
		<div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
			<StatTile
				label={t`Raised`}
				value={amount(raisedMinor)}
				detail={t`${percent}% of ${goal}`}
				definition={t`Donations that were paid, less refunds, and what sponsors have paid. Taxes, fees and covered card fees don’t count.`}
			/>
			<StatTile label={t`Online`} value={amount(raisedMinor - offlineMinor - matchReceivedMinor)} />
			<StatTile label={t`Offline`} value={amount(offlineMinor)} />
			<StatTile
				label={t`Matched`}
				value={amount(matchedMinor)}
				detail={matchedMinor > 0 ? t`${paid} of it paid` : undefined}
			/>
			<StatTile label={t`Donations`} value={formats.number(donors)} />
		</div>
	);
}
