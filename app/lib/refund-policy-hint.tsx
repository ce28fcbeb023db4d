import { Trans } from '@lingui/react/macro';
import { useDeferredValue } from 'react';
import { parseRefundPolicy } from '#shared/rules/refund-policy.ts';
import { Deadline } from './request-policy.tsx';

/** What a buyer who cancels is given by a policy as it is typed, read by the same rule as theirs. */
export function RefundPolicyHint(props: { text: string }) {
	const text = useDeferredValue(props.text);
	if (text.trim() === '') return <Trans>Without a policy, you decide on each request for a refund.</Trans>;
	const steps = parseRefundPolicy(text);
	if (!steps)
		return (
			<Trans>
				You decide on each request for a refund: no amounts with deadlines were recognised in this text. For
				example: “Full refund until 7 days before the event, half until 2 days before.”
			</Trans>
		);
	return (
		<>
			{steps.map(({ percent, until }, index) => {
				const deadline = <Deadline key="until" until={until} />;
				return (
					<span key={percent}>
						{index > 0 ? (
							<Trans>
								Then {percent}% {deadline}.
							</Trans>
						) : percent === 100 ? (
							<Trans>Buyers who cancel get everything back {deadline}.</Trans>
						) : (
							<Trans>
								Buyers who cancel get {percent}% back {deadline}.
							</Trans>
						)}{' '}
					</span>
				);
			})}
			<Trans>After that, you decide on each request.</Trans>
		</>
	);
}
