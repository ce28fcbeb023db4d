import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { readError } from '#app/lib/read-error.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { useMailNote } from '#app/shell/mail-note.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { RECEIPTS_AT_ONCE } from '#shared/rules/gift-receipts.ts';
import { useIssueReceipts, useMissingReceipts } from '../api.ts';

interface Run {
	donations: string[];
	/** Whether there are more than these. */
	hasMore: boolean;
	/** Donations that were looked at. */
	done: number;
	issued: number;
	/** How many were refused, by the rule. */
	refused: Record<string, number>;
	state: 'running' | 'stopped' | 'ended';
	error: unknown;
}

/** Issues a receipt for each donation to an event that has none, a few at a time. */
export function IssueReceiptsDialog(props: {
	organisation: string;
	event: string;
	isSandbox: boolean;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { event, isSandbox, onClose } = props;
	const missing = useMissingReceipts(event);
	const { run, issue, stop } = useRun(props);
	const error = readError(missing);
	const count = missing.data?.donations.length ?? 0;
	const isRunning = run?.state === 'running';
	const canGoOn = run ? run.state === 'stopped' : count > 0;
	return (
		<Dialog
			isOpen
			size="sm"
			onClose={onClose}
			isDismissable={!isRunning}
			title={t`Issue receipts`}
			footer={
				<>
					{isRunning || canGoOn ? (
						<Button variant="outline" onClick={isRunning ? stop : onClose}>
							{isRunning ? t`Stop` : t`Cancel`}
						</Button>
					) : null}
					{/* One button all the time: it keeps the focus. */}
					<Button
						variant={isRunning || canGoOn ? 'primary' : 'outline'}
						isLoading={isRunning}
						onClick={() => (canGoOn ? void issue(missing.data) : onClose())}
					>
						{isRunning || canGoOn ? (
							<Plural
								value={run ? run.donations.length - run.done : count}
								one="Issue receipt for # donation"
								other="Issue receipts for # donations"
							/>
						) : (
							t`Close`
						)}
					</Button>
				</>
			}
		>
			{run ? (
				<Progress run={run} />
			) : error ? (
				<ErrorCallout error={error} onRetry={missing.refetch} />
			) : missing.data ? (
				<Offer {...missing.data} count={count} isSandbox={isSandbox} />
			) : (
				<Skeleton className="h-16 w-full" />
			)}
		</Dialog>
	);
}

function Offer(props: { canIssue: boolean; count: number; hasMore: boolean; isSandbox: boolean }) {
	const { t } = useLingui();
	const { canIssue, count, hasMore, isSandbox } = props;
	const mailNote = useMailNote({ isSandbox });
	if (!canIssue)
		return (
			<div className="flex flex-col items-start gap-3 text-sm">
				<p>{t`Enter what donation receipts need in the settings of your organisation first.`}</p>
				<ButtonLink to="/settings/organisation" variant="outline">{t`Organisation settings`}</ButtonLink>
			</div>
		);
	if (count === 0) return <p className="text-sm">{t`Every donation that can have a receipt has one.`}</p>;
	return (
		<div className="flex flex-col gap-2 text-sm">
			<p>
				<Plural value={count} one="# donation has no receipt." other="# donations have no receipt." />{' '}
				{hasMore ? t`There are more; issue those next.` : null}
			</p>
			<p className="text-muted">
				{mailNote
					? `${t`Each receipt is issued to the donor’s name at once.`} ${mailNote}`
					: t`Each receipt is issued to the donor’s name at once, and emailed where their email is known.`}
			</p>
		</div>
	);
}

function Progress({ run }: { run: Run }) {
	const { t } = useLingui();
	const { done, donations, issued } = run;
	const of = donations.length;
	const reasons: Record<string, (count: number) => ReactNode> = {
		'receipt-address-missing': (count) => (
			<Plural
				value={count}
				one="# needs the donor’s address. Issue it in the donation’s menu, or let the donor ask for it in their order."
				other="# need the donor’s address. Issue them in the donation’s menu, or let the donors ask for them in their orders."
			/>
		),
	};
	const other = (count: number) => (
		<Plural value={count} one="# donation can have no receipt." other="# donations can have no receipt." />
	);
	return (
		<div className="flex flex-col gap-4">
			<ProgressBar label={t`Donations`} value={done} max={of} detail={t`${done} of ${of}`} />
			<div className="flex flex-col gap-2 text-sm" role="status">
				{run.state === 'running' ? null : (
					<p className="font-medium">
						<Plural value={issued} one="# receipt issued." other="# receipts issued." />{' '}
						{run.state === 'ended' && run.hasMore ? <Trans>There are more; issue those next.</Trans> : null}
					</p>
				)}
				{Object.entries(run.refused).map(([rule, count]) => (
					<Callout key={rule} tone="warning">
						{(reasons[rule] ?? other)(count)}
					</Callout>
				))}
			</div>
			{run.error ? <ErrorCallout error={run.error} /> : null}
		</div>
	);
}

const fresh = { done: 0, issued: 0, refused: {}, state: 'running' as const, error: null };

/** Sends the donations in groups, one after the other; what was stopped or failed goes on where it was, without issuing twice. */
function useRun(of: { organisation: string; event: string }) {
	const [run, setRun] = useState<Run | null>(null);
	const wantsStop = useRef(false);
	const keyOf = useKeyOf();
	const receipts = useIssueReceipts(of);
	async function issue(found: Pick<Run, 'donations' | 'hasMore'> = { donations: [], hasMore: false }) {
		wantsStop.current = false;
		let now: Run = { ...(run ?? { ...fresh, ...found }), state: 'running', error: null };
		setRun(now);
		while (now.state === 'running') {
			now = await issueGroup(now);
			setRun(now);
		}
		await receipts.finish();
	}
	async function issueGroup(before: Run): Promise<Run> {
		const group = before.donations.slice(before.done, before.done + RECEIPTS_AT_ONCE);
		try {
			const { data } = await receipts.issue(group, keyOf(group));
			const refused = { ...before.refused };
			for (const { rule } of data) if (rule) refused[rule] = (refused[rule] ?? 0) + 1;
			const done = before.done + group.length;
			const isOver = done >= before.donations.length;
			return {
				...{ ...before, done, refused },
				issued:
					before.issued + new Set(data.flatMap(({ receipt }) => (receipt?.isNew ? receipt.id : []))).size,
				state: isOver ? 'ended' : wantsStop.current ? 'stopped' : 'running',
			};
		} catch (error) {
			return { ...before, state: 'stopped', error };
		}
	}
	const stop = () => {
		wantsStop.current = true;
	};
	return { run, issue, stop };
}
