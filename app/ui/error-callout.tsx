import { Trans } from '@lingui/react/macro';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';

/** What went wrong, read out at once, with another try where there is one; nothing while nothing did. */
export function ErrorCallout(props: { error: unknown; onRetry?: () => unknown; className?: string }) {
	const { error, onRetry, className } = props;
	const errorText = useErrorText();
	if (!error) return null;
	return (
		<Callout
			tone="danger"
			isUrgent
			className={className}
			action={
				onRetry ? (
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
