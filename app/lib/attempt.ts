import { toast } from '#app/ui/toast-store.ts';
import { useErrorText } from './error-text.ts';

/** Waits for what a button does and says how it went in a toast: `done`, or why not. Answers whether it went well. */
export function useAttempt(): (work: Promise<unknown>, done?: string) => Promise<boolean> {
	const errorText = useErrorText();
	return async (work, done) => {
		try {
			await work;
		} catch (error) {
			toast({ variant: 'destructive', description: errorText(error) });
			return false;
		}
		if (done) toast({ variant: 'success', description: done });
		return true;
	};
}
