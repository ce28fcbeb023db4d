import { toast } from '#app/ui/toast-store.ts';
import { useErrorToast } from './plan-limit.ts';

/** Waits for what a button does and says how it went in a toast: `done`, or why not. Answers whether it went well. */
export function useAttempt(): (work: Promise<unknown>, done?: string) => Promise<boolean> {
	const showError = useErrorToast();
	return async (work, done) => {
		try {
			await work;
		} catch (error) {
			showError(error);
			return false;
		}
		if (done) toast({ variant: 'success', description: done });
		return true;
	};
}
