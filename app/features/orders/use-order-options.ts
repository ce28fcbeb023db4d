import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';

/**
 * Actions for an order; null while they are not known. `reload` asks again.
 * @param read asks the server; the same function at each render
 */
export function useOrderOptions<Options>(
	manageToken: string,
	read: (manageToken: string) => Promise<Options>,
) {
	const errorText = useErrorText();
	const [options, setOptions] = useState<Options | null>(null);
	const [loadError, setLoadError] = useState<string | null>(null);
	const [round, setRound] = useState(0);
	useEffect(() => {
		let isStale = false;
		read(manageToken).then(
			(found) => {
				if (!isStale) setOptions(() => found);
			},
			(failed) => {
				if (!isStale) setLoadError(errorText(failed));
			},
		);
		return () => {
			isStale = true;
		};
	}, [manageToken, read, round]);
	return { options, loadError, reload: () => setRound((before) => before + 1) };
}
