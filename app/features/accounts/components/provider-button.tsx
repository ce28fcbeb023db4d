import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { goToProvider } from '../provider.ts';

/** The way to the operator's own provider, above the form. */
export function ProviderButton(props: { name: string; next: string | null; rememberMe: boolean }) {
	const { name, next, rememberMe } = props;
	const errorText = useErrorText();
	const [isPending, setIsPending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	async function go() {
		setIsPending(true);
		setProblem(null);
		try {
			await goToProvider({ rememberMe, next });
		} catch (error) {
			setProblem(errorText(error));
			setIsPending(false);
		}
	}
	return (
		<div className="flex flex-col gap-4">
			{problem ? (
				<Callout tone="danger" isUrgent>
					{problem}
				</Callout>
			) : null}
			<Button size="lg" variant="outline" isLoading={isPending} onClick={() => void go()}>
				<Trans>Continue with {name}</Trans>
			</Button>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
				<Trans>or</Trans>
			</p>
		</div>
	);
}
