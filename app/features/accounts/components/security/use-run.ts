import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { toast } from '#app/ui/toast-store.ts';

/** Runs what a button does, one at a time as `isPending` says; a failure is shown in a toast. */
export function useRun() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const [isPending, setIsPending] = useState(false);
	async function run(work: () => Promise<unknown>, failed = t`Something went wrong`) {
		setIsPending(true);
		try {
			await work();
		} catch (error) {
			toast({ variant: 'destructive', title: failed, description: errorText(error) });
		} finally {
			setIsPending(false);
		}
	}
	return { run, isPending };
}
