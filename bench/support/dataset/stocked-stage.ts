import { join } from 'node:path';
import { findDataset, makeDataset } from '../dataset.ts';
import { openStage, type Product, type Stage } from '../stage.ts';
import type { Dataset, DatasetSize } from './size.ts';

/** A stage with a made database and the product running on it. */
export interface StockedStage {
	stage: Stage;
	product: Product;
	dataset: Dataset;
}

/**
 * Opens one. With BENCH_DATA the database is stored in that directory, by its size, and found again by the next run. Only the web
 * runs: the worker's jobs would be measured too.
 */
export async function openStockedStage(
	size: DatasetSize,
	say: (line: string) => void,
): Promise<StockedStage> {
	const { BENCH_DATA } = process.env;
	const stage = await openStage(
		BENCH_DATA && join(BENCH_DATA, [size.attendees, size.largest, size.organisers].filter(Boolean).join('-')),
	);
	const isMade = (await stage.database.pool.query('SELECT FROM events LIMIT 1')).rowCount === 1;
	const dataset = isMade
		? await findDataset(stage.services, size)
		: await makeDataset(stage.services, size, (line) => say(`${size.attendees} guests: ${line}`));
	const product = await stage.startProduct({ FOYER_ROLE: 'web' });
	return { stage, product, dataset };
}
