import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { isPlanLimit, useErrorToast, useWayOut } from '#app/lib/plan-limit.ts';
import { Button, ButtonLink } from './button.tsx';
import { Callout } from './callout.tsx';

/** What went wrong, read out at once, with another try where there is one; nothing while nothing did. */
export function ErrorCallout(props: { error: unknown; onRetry?: () => unknown; className?: string }) {
	const { error, onRetry, className } = props;
	const errorText = useErrorText();
	const showError = useErrorToast();
	const way = useWayOut()(error);
	const isLimit = isPlanLimit(error);
	const show = useEffectEvent(() => showError(error));
	// What another plan would have allowed is said in a toast too, once for each refusal.
	useEffect(() => {
		if (isLimit && error) show();
	}, [isLimit, error]);
	if (!error) return null;
	return (
		<Callout
			tone="danger"
			isUrgent
			className={className}
			action={
				way ? (
					<ButtonLink size="sm" variant="outline" to={way.to}>
						{way.label}
					</ButtonLink>
				) : onRetry ? (
					<Button size="sm" variant="outline" onClick={() => void onRetry()}>
						<Trans>Try again</Trans>
					</Button>
				) : null
			}
		>
			{errorText(error)}
		</Callout>
	);
}
