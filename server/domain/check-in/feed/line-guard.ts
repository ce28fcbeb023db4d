/** A line is closed at most this long after its link ended, plus what the look takes. */
const lookMs = 1_000;

interface Line {
	isAllowed(): Promise<boolean>;
	end(): void;
}

const lines = new Set<Line>();
let timer: NodeJS.Timeout | undefined;

async function look(): Promise<void> {
	// All at one moment: their tokens become one question.
	await Promise.all(
		[...lines].map(async (line) => {
			// A database that does not answer is no reason to send anybody home.
			const isAllowed = await line.isAllowed().catch(() => true);
			if (!isAllowed && lines.delete(line)) line.end();
		}),
	);
	timer = undefined;
	schedule();
}

function schedule(): void {
	if (timer || lines.size === 0) return;
	timer = setTimeout(() => void look(), lookMs);
	timer.unref();
}

/** Looks after an open line of a staff link until it is released: ends it soon after its link was revoked, rotated or over. */
export function guardLine(line: Line): () => void {
	lines.add(line);
	schedule();
	return () => lines.delete(line);
}
