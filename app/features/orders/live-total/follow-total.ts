/** Between the end of one read and the next: with the read itself, what is shown is at most two seconds old. */
const EVERY_MS = 1_500;
/** After so many reads in a row that failed, the screen says that its figures may be old. */
const MOST_FAILURES = 3;
/** While nothing answers, it is tried no more often than this. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * Reads the total again and again, one read after the other, for as long as the page is open: what it holds does not grow, however long
 * that is. A connection that is lost is tried again until it is back.
 */
export function followTotal<Total>(how: {
	read: () => Promise<Total>;
	onTotal: (total: Total) => void;
	onLost: (isLost: boolean) => void;
}): { hurry: () => void; stop: () => void } {
	let failures = 0;
	let isOver = false;
	let isReading = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	function wait() {
		if (isOver) return;
		timer = setTimeout(
			() => void readOnce(),
			Math.min(EVERY_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS),
		);
	}
	async function readOnce() {
		isReading = true;
		try {
			const total = await how.read();
			failures = 0;
			if (!isOver) {
				how.onLost(false);
				how.onTotal(total);
			}
		} catch {
			failures += 1;
			if (!isOver && failures >= MOST_FAILURES) how.onLost(true);
		}
		isReading = false;
		wait();
	}
	wait();
	return {
		/** A network that is back is used at once. */
		hurry() {
			failures = 0;
			if (isReading || isOver) return;
			clearTimeout(timer);
			void readOnce();
		},
		stop() {
			isOver = true;
			clearTimeout(timer);
		},
	};
}
