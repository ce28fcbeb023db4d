import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useOpenDisputes } from '#app/features/money/api.ts';
import { usePaymentAccount } from '#app/features/payments/api.ts';
import { Callout } from '#app/ui/callout.tsx';

/** What needs somebody about the money of an organisation: its payment account, and disputes that wait for an answer. */
export interface MoneyNeedsOf {
	account: 'needs_information' | 'restricted' | null;
	disputes: number;
	/** Of the dispute that has to be answered first. */
	daysLeft: number | null;
	isLoading: boolean;
}

/** Nothing for a member who may not see money. */
export function useMoneyNeeds(organisation: string, isAllowed: boolean): MoneyNeedsOf {
	const account = usePaymentAccount(organisation, isAllowed);
	const disputes = useOpenDisputes(organisation, isAllowed);
	const state = account.data?.state;
	const waiting = (disputes.data?.data ?? []).filter(
		(one) => one.sentAt === null && one.state !== 'under_review',
	);
	const due = waiting.flatMap(({ evidenceDueAt }) => (evidenceDueAt ? [Date.parse(evidenceDueAt)] : []));
	return {
		account: state === 'needs_information' || state === 'restricted' ? state : null,
		disputes: waiting.length,
		daysLeft: due.length > 0 ? Math.max(0, Math.floor((Math.min(...due) - Date.now()) / 86_400_000)) : null,
		isLoading: account.isLoading || disputes.isLoading,
	};
}

/** Leads to what has to be done; nothing when nothing has. */
export function MoneyNeeds({ needs, organisation }: { needs: MoneyNeedsOf; organisation: string }) {
	const { t } = useLingui();
	return (
		<>
			{needs.disputes > 0 ? (
				<Callout
					tone="danger"
					title={
						<Plural
							value={needs.disputes}
							one="# dispute needs an answer"
							other="# disputes need an answer"
						/>
					}
				>
					<Link
						to={`/money?organisation=${organisation}`}
						className="inline-flex min-h-11 items-center underline"
					>
						{needs.daysLeft === null ? (
							<Trans>View disputes</Trans>
						) : (
							<Plural value={needs.daysLeft} one="# day left" other="# days left" />
						)}
					</Link>
				</Callout>
			) : null}
			{needs.account ? (
				<Callout
					tone={needs.account === 'restricted' ? 'danger' : 'warning'}
					title={
						needs.account === 'restricted'
							? t`Card payments are stopped`
							: t`Your payment account needs information`
					}
				>
					<Link to="/stripe-connect-demo" className="inline-flex min-h-11 items-center underline">
						<Trans>Payment account</Trans>
					</Link>
				</Callout>
			) : null}
		</>
	);
}
