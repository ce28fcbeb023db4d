import { useState } from 'react';
import { toast } from '#app/ui/toast-store.ts';

/**
 * For a dialog that asks before it removes something: removes it, says so and closes; what goes wrong is for the dialog to show.
 * @param onClose closes the dialog
 */
export function useRemoval(onClose: () => void) {
	const [error, setError] = useState<unknown>(null);
	/** @param work answers what to say once it is done */
	async function remove(work: () => Promise<string>): Promise<void> {
		setError(null);
		try {
			toast({ variant: 'success', description: await work() });
			onClose();
		} catch (failed) {
			setError(failed);
		}
	}
	return { error, remove };
}
