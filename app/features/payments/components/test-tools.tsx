import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { catalogueText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { PaymentAccount, Trial } from '#shared/contracts/payments.ts';
import { isErrorCode } from '#shared/errors/catalogue.ts';
import { type TrialAct, trialActs } from '#shared/rules/payment-states.ts';
import { useRunTrial, useTestAccount, useTrials } from '../api.ts';
import { TrialLines } from './trial-lines.tsx';

const acts: Record<TrialAct, { button: ReturnType<typeof msg>; text: ReturnType<typeof msg> }> = {
	charge: { button: msg`Charge a card`, text: msg`A test card pays. The provider keeps its fee.` },
	decline: { button: msg`Decline a card`, text: msg`The bank declines the card. No money moves.` },
	refund: {
		button: msg`Refund a charge`,
		text: msg`A charge is refunded in full. The provider keeps its fee.`,
	},
	dispute_won: {
		button: msg`Win a dispute`,
		text: msg`The cardholder disputes a charge and the bank decides for you. The dispute fee stays with the provider.`,
	},
	dispute_lost: {
		button: msg`Lose a dispute`,
		text: msg`The cardholder disputes a charge and the bank decides for them.`,
	},
	payout: { button: msg`Pay out`, text: msg`The balance at the provider is paid out to your bank account.` },
};

/** The result of the last try, in words. */
function useResult({ payment, disputeState, payoutState, act }: Trial): { tone: StatusTone; text: string } {
	const { t, i18n } = useLingui();
	if (payment.state === 'failed') {
		const { failure } = payment;
		return {
			tone: 'danger',
			text: failure && isErrorCode(failure) ? catalogueText(i18n, failure) : t`Declined`,
		};
	}
	if (disputeState === 'won') return { tone: 'success', text: t`Dispute won` };
	if (disputeState === 'lost') return { tone: 'danger', text: t`Dispute lost` };
	if (disputeState !== null) return { tone: 'warning', text: t`In dispute` };
	if (payoutState === 'paid') return { tone: 'success', text: t`Paid out` };
	if (payoutState !== null) return { tone: 'pending', text: t`Payout in transit` };
	if (act === 'refund' && payment.refundedMinor > 0) return { tone: 'success', text: t`Refunded` };
	return { tone: 'success', text: t`Charged` };
}

/**
 * Test mode, folded away: what the provider could decide about the account, and everything that can become of a charge, each with one
 * press and what it did to the money at the provider beside it.
 */
export function TestTools(props: { organisation: string; isEditable: boolean; account: PaymentAccount }) {
	const { organisation, isEditable, account } = props;
	const act = useTestAccount(organisation);
	const { t } = useLingui();
	return (
		<details className="rounded-lg border bg-surface">
			<summary className="min-h-11 cursor-pointer px-5 py-3 text-base font-semibold">
				<Trans>Test tools</Trans>
			</summary>
			{isEditable && account.chargesEnabled ? (
				<div className="flex flex-wrap gap-3 px-5 pb-4">
					<ErrorCallout error={act.error} className="w-full" />
					<Button variant="outline" isLoading={act.isPending} onClick={() => act.mutate('needs_information')}>
						{t`Ask for information (test mode)`}
					</Button>
					<Button variant="outline" isLoading={act.isPending} onClick={() => act.mutate('restrict')}>
						{t`Restrict (test mode)`}
					</Button>
				</div>
			) : null}
			<p className="border-t px-5 pt-4 text-sm text-muted">
				<Trans>Each button creates a separate test charge and completes it. Nothing is sold.</Trans>
			</p>
			<Trials organisation={organisation} isEditable={isEditable} takesCards={account.chargesEnabled} />
		</details>
	);
}

function Trials(props: { organisation: string; isEditable: boolean; takesCards: boolean }) {
	const { organisation, isEditable, takesCards } = props;
	const trials = useTrials(organisation);
	const run = useRunTrial(organisation);
	return (
		<>
			{trials.error ? <ErrorCallout error={trials.error} className="mx-5 my-4" /> : null}
			<ul>
				{trialActs.map((act) => (
					<TrialRow
						key={act}
						act={act}
						trial={trials.data?.data.find((one) => one.act === act)}
						error={run.variables === act ? run.error : null}
						isRunning={run.isPending && run.variables === act}
						isBusy={run.isPending}
						isEditable={isEditable}
						takesCards={takesCards}
						onRun={() => run.mutate(act)}
					/>
				))}
			</ul>
		</>
	);
}

function TrialRow(props: {
	act: TrialAct;
	trial: Trial | undefined;
	error: unknown;
	isRunning: boolean;
	isBusy: boolean;
	isEditable: boolean;
	takesCards: boolean;
	onRun: () => void;
}) {
	const { act, trial, error, isRunning, isBusy, isEditable, takesCards, onRun } = props;
	const { t, i18n } = useLingui();
	const name = i18n._(acts[act].button);
	const reason = takesCards ? undefined : t`Enable the account first`;
	return (
		<li className="grid gap-4 border-t px-5 py-4 md:grid-cols-2">
			<div className="flex flex-col items-start gap-3">
				<p className="text-sm text-muted">{i18n._(acts[act].text)}</p>
				{isEditable ? (
					<Button
						variant="outline"
						isLoading={isRunning}
						disabledReason={reason ?? (isBusy && !isRunning ? t`One moment …` : undefined)}
						onClick={onRun}
					>
						{name}
					</Button>
				) : null}
			</div>
			<div className="flex min-w-0 flex-col gap-2" aria-live="polite">
				{error ? <ErrorCallout error={error} /> : null}
				{trial ? <TrialResult trial={trial} /> : null}
			</div>
		</li>
	);
}

function TrialResult({ trial }: { trial: Trial }) {
	const { tone, text } = useResult(trial);
	return (
		<>
			{trial.payment.state === 'failed' ? (
				<p className="text-sm">{text}</p>
			) : (
				<StatusBadge tone={tone}>{text}</StatusBadge>
			)}
			{trial.transfers.length > 0 ? (
				<TrialLines transfers={trial.transfers} />
			) : (
				<p className="text-compact text-muted">
					<Trans>No money moved.</Trans>
				</p>
			)}
		</>
	);
}
