import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { catalogueText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { methodLabels } from '#app/lib/payment-labels.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { BulkPreview, BulkRun } from '#shared/contracts/bulk-runs.ts';
import { isErrorCode } from '#shared/errors/catalogue.ts';
import { useBulkActions, useBulkPreview, useLastRun } from '../bulk-api.ts';

/** On the orders of a cancelled event: refund all that was paid, see how it goes, stop it, and take up what is left. */
export function BulkRefunds({
	event,
	base,
	confirmed,
}: {
	event: string;
	base: string;
	confirmed: Confirmed;
}) {
	const preview = useBulkPreview(event);
	const run = useLastRun(event);
	const { stop } = useBulkActions(event);
	const [isAsking, setAsking] = useState(false);
	if (preview.error || run.error) return <ErrorCallout error={preview.error ?? run.error} />;
	if (!preview.data || run.data === undefined) return null;
	const isRunning = run.data?.state === 'running';
	const left = preview.data.totals.reduce((sum, { orders }) => sum + orders, 0);
	if (left === 0 && run.data === null && preview.data.disputed === 0) return null;
	return (
		<Card
			title={<Trans>Refunds of the cancelled event</Trans>}
			description={
				isRunning ? (
					<Trans>You can leave this page. The refunds go on.</Trans>
				) : left > 0 ? (
					<Plural
						value={left}
						one="# paid order is not refunded yet."
						other="# paid orders are not refunded yet."
					/>
				) : (
					<Trans>Every paid order is refunded.</Trans>
				)
			}
			actions={
				isRunning ? (
					<Button
						variant="outline"
						isLoading={stop.isPending}
						onClick={() => run.data && stop.mutate(run.data.id)}
					>
						<Trans>Stop</Trans>
					</Button>
				) : left > 0 ? (
					<Button onClick={() => setAsking(true)}>
						<Trans>Refund all orders</Trans>
					</Button>
				) : null
			}
		>
			<div className="flex flex-col gap-4">
				<ErrorCallout error={stop.error} />
				{run.data ? <Progress run={run.data} /> : null}
				{run.data && run.data.failures.length > 0 ? <Failures run={run.data} base={base} /> : null}
				{preview.data.disputed > 0 ? (
					<p className="text-sm text-muted">
						<Plural
							value={preview.data.disputed}
							one="# order is in dispute: its bank decides about the money."
							other="# orders are in dispute: their banks decide about the money."
						/>
					</p>
				) : null}
			</div>
			{isAsking ? (
				<AskDialog {...{ event, confirmed }} preview={preview.data} onClose={() => setAsking(false)} />
			) : null}
		</Card>
	);
}

function Progress({ run }: { run: BulkRun }) {
	const { t } = useLingui();
	const ended = run.done + run.failed;
	const labels = { running: t`Refunding`, stopped: t`Stopped`, done: t`Finished` };
	return (
		<div className="flex flex-col gap-1" aria-live="polite">
			<ProgressBar
				label={labels[run.state]}
				value={ended}
				max={run.total}
				detail={t`${ended} of ${run.total}`}
				tone={run.state === 'done' && run.failed === 0 ? 'success' : 'accent'}
			/>
			{run.underWay > 0 ? (
				<p className="text-compact text-muted">
					<Plural value={run.underWay} one="# refund is on its way" other="# refunds are on their way" />
				</p>
			) : null}
			{run.toSend > 0 ? (
				<p className="text-compact text-muted">
					<Plural
						value={run.toSend}
						one="# refund is to be sent by you: "
						other="# refunds are to be sent by you: "
					/>
					<Link to="/money" className="link">
						<Trans>Refunds to send</Trans>
					</Link>
				</p>
			) : null}
			{run.sentBack > 0 ? (
				<p className="text-compact text-danger">
					<Plural
						value={run.sentBack}
						one="# refund was sent back by the bank"
						other="# refunds were sent back by the bank"
					/>
				</p>
			) : null}
		</div>
	);
}

const reasons: Record<string, ReturnType<typeof msg>> = {
	'nothing-to-refund': msg`Nothing was left to refund.`,
	'more-than-paid': msg`More than was paid and not yet refunded.`,
};

function Failures(props: {
	run: BulkRun & { failures: { orderId: string; code: string; buyerName: string; error: string }[] };
	base: string;
}) {
	const { i18n } = useLingui();
	const text = (error: string) => {
		const reason = reasons[error];
		if (reason) return i18n._(reason);
		return catalogueText(i18n, isErrorCode(error) ? error : 'BUSINESS_RULE_VIOLATION');
	};
	return (
		<section className="flex flex-col gap-1">
			<h3 className="text-sm font-medium">
				<Plural value={props.run.failed} one="# order was not refunded" other="# orders were not refunded" />
			</h3>
			<ul className="text-sm">
				{props.run.failures.map((one) => (
					<li key={one.orderId} className="flex flex-wrap gap-x-3 border-t py-2">
						<Link to={`${props.base}/${one.orderId}`} className="link">
							{one.code}
						</Link>
						<bdi className="[overflow-wrap:anywhere]">{one.buyerName}</bdi>
						<span className="text-muted">{text(one.error)}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** What goes back, by way, and what it costs; then the one press. */
function AskDialog(props: {
	event: string;
	preview: BulkPreview;
	confirmed: Confirmed;
	onClose: () => void;
}) {
	const { event, preview, onClose } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { start } = useBulkActions(event);
	const [reason, setReason] = useState('');
	const [key] = useState(newIdempotencyKey);
	const orders = preview.totals.reduce((sum, one) => sum + one.orders, 0);
	const begin = async () => {
		const done = await props.confirmed(() => start.mutateAsync({ reason: reason.trim(), key }));
		if (!done) return;
		onClose();
	};
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!start.isPending}
			title={t`Refund all paid orders`}
			description={t`Buyers are refunded to their original payment method, and their tickets are cancelled.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={start.isPending}>
						<Trans>Close</Trans>
					</Button>
					<Button tone="destructive" isLoading={start.isPending} onClick={() => void begin().catch(() => {})}>
						<Plural value={orders} one="Refund # order" other="Refund # orders" />
					</Button>
				</>
			}
		>
			<div className="flex flex-col gap-5">
				<ErrorCallout error={start.error} />
				{preview.totals.map((total) => (
					<dl key={total.currency} className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
						{total.ways.map((way) => (
							<Row key={way.method} label={`${i18n._(methodLabels[way.method])} · ${way.orders}`}>
								{formats.money(way.amountMinor, total.currency)}
							</Row>
						))}
						<Row label={t`Refunded to buyers`} isStrong>
							{formats.money(total.amountMinor, total.currency)}
						</Row>
						{total.providerKeepsMinor > 0 ? (
							<Row label={t`Fees the provider keeps`}>
								{formats.money(total.providerKeepsMinor, total.currency)}
							</Row>
						) : null}
						{total.platformFeeMinor > 0 ? (
							<Row label={t`Platform fees returned to you`}>
								{formats.money(total.platformFeeMinor, total.currency)}
							</Row>
						) : null}
					</dl>
				))}
				{preview.isTest ? (
					<p className="text-sm text-muted">
						<Trans>Test mode: no real money is moved.</Trans>
					</p>
				) : null}
				{preview.totals.some(({ ways }) =>
					ways.some(({ method }) => method !== 'card' && method !== 'gift_card'),
				) ? (
					<p className="text-sm text-muted">
						<Trans>Payments by transfer or at the door are recorded as owed. You send them yourself.</Trans>
					</p>
				) : null}
				{preview.totals.some(({ ways }) => ways.some(({ method }) => method === 'gift_card')) ? (
					<p className="text-sm text-muted">
						<Trans>What was paid by gift card goes back to the gift card at once.</Trans>
					</p>
				) : null}
				<TextField
					label={t`Reason`}
					hint={t`For your records.`}
					isOptional
					maxLength={500}
					value={reason}
					onChange={(change) => setReason(change.target.value)}
				/>
			</div>
		</Dialog>
	);
}

function Row(props: { label: string; isStrong?: boolean; children: string }) {
	return (
		<>
			<dt className={props.isStrong ? 'font-medium' : 'text-muted'}>{props.label}</dt>
			<dd className={props.isStrong ? 'text-end font-medium' : 'text-end'}>
				<Money>{props.children}</Money>
			</dd>
		</>
	);
}
