import { useState } from 'react';

/**
 * The key of a form that can be restarted from a newer row. Data is rendered some time after it was read: a form that restarts at once may
 * start from the old row again.
 * @param version of the row as it is rendered now
 * @returns `restartFrom`: called with the version that the form started from, changes `key` as soon as another one is rendered
 */
export function useRestart(version: number | undefined): {
	key: number;
	restartFrom: (version: number) => void;
} {
	const [key, setKey] = useState(0);
	const [old, setOld] = useState<number | null>(null);
	if (old !== null && version !== undefined && version !== old) {
		setOld(null);
		setKey(key + 1);
	}
	return { key, restartFrom: setOld };
}
