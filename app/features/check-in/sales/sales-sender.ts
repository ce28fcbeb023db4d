import type { DoorSale } from '#shared/contracts/door-sales.ts';
import type { SellBody } from '../api.ts';
import { failureOf, toAppError } from './answers.ts';
import type { SalesBook } from './sales-book.ts';
import type { StoredSale } from './stored-sale.ts';

export interface SenderHost {
	book: SalesBook;
	send(body: SellBody): Promise<DoorSale>;
	/** Whether its seller waits for the answer and sends it. */
	isAsking(nonce: string): boolean;
	onChange(): void;
}

/**
 * Takes sales that wait to the server, one after the other in the order in which they were made. Each may be sent any number of times, by
 * several pages too: its nonce counts once, and the first page that learns of it removes it from the disk.
 */
export class SalesSender {
	readonly #host: SenderHost;
	#sending: Promise<void> | null = null;
	#isClosed = false;

	constructor(host: SenderHost) {
		this.#host = host;
	}

	/** How many are still to be sent; those that were refused wait for somebody to look at them. */
	get unsent(): number {
		return this.#host.book.sales.filter((one) => this.#isReady(one)).length;
	}

	/** Sends the sales that wait; done when each was tried once, or the server was not reached. */
	flush(): Promise<void> {
		this.#sending ??= this.#send().finally(() => {
			this.#sending = null;
		});
		return this.#sending;
	}

	/** A refused sale is to be sent again. */
	async retry(nonce: string): Promise<void> {
		await this.#write(nonce, null);
	}

	/** Sends nothing more; what waits stays on the device. */
	close(): void {
		this.#isClosed = true;
	}

	async #send(): Promise<void> {
		const tried = new Set<string>();
		for (;;) {
			const next = this.#host.book.sales.find((one) => this.#isReady(one) && !tried.has(one.body.nonce));
			if (!next || this.#isClosed) return;
			tried.add(next.body.nonce);
			if (!(await this.#sendOne(next))) return;
		}
	}

	/** @returns whether the next one is worth trying */
	async #sendOne(stored: StoredSale): Promise<boolean> {
		const { book, send, onChange } = this.#host;
		const body = book.bodyOf(stored);
		const { nonce } = body;
		try {
			await book.settle(nonce, await send(body));
		} catch (thrown) {
			const error = toAppError(thrown);
			switch (failureOf(error)) {
				case 'taken':
					await book.settle(nonce, null);
					break;
				case 'refused':
					await this.#write(nonce, error.userMessage);
					break;
				case 'closed':
					// A link that has ended still takes what was sold without a network; without its week there is nothing to try.
					return !body.offline;
				case 'away':
					return false;
				case 'later':
					// One that the server cannot take does not hold up the others.
					return true;
			}
		}
		onChange();
		return true;
	}

	async #write(nonce: string, problem: string | null): Promise<void> {
		await this.#host.book.change(({ sales }) => {
			const known = sales.find(({ body }) => body.nonce === nonce);
			return known ? { put: [{ body: known.body, sale: { ...known.sale, problem } }] } : null;
		});
		this.#host.onChange();
	}

	#isReady({ body, sale }: StoredSale): boolean {
		return sale.problem === null && !this.#host.isAsking(body.nonce);
	}
}
