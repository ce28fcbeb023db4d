import { randomBytes } from 'node:crypto';
import { readlink, rename, rm, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who holds the lock of an instance. */
export interface LockHolder {
	pid: number;
	/** `server` runs until it is stopped, `command` ends by itself. */
	kind: 'server' | 'command';
	/** Where the server can be reached, or what the command is called. */
	label: string;
}

export interface InstanceLock {
	/** Tell whoever asks from now on another address, such as the port that was free. */
	relabel(label: string): void;
	release(): Promise<void>;
}

/**
 * One Foyer per data directory. The lock is a link to a socket on which its holder listens: it says who holds it, and a
 * holder that was killed answers no more, so nothing stale can stay. The socket listens before the link is made, hence a
 * link whose socket does not answer belongs to the dead.
 * @returns the lock, or who holds it
 */
export async function acquireInstanceLock(
	directory: string,
	own: Omit<LockHolder, 'pid'>,
): Promise<{ lock: InstanceLock } | { holder: LockHolder }> {
	const link = join(directory, 'lock');
	const socket = `lock.${process.pid}.${randomBytes(4).toString('hex')}`;
	const self: LockHolder = { ...own, pid: process.pid };
	const server = await listen(join(directory, socket), self);
	const relabel = (label: string) => {
		self.label = label;
	};
	const release = async () => {
		if ((await readLink(link)) === socket) await rm(link, { force: true });
		await close(server);
	};
	for (;;) {
		if (await makeLink(socket, link)) {
			// Somebody who was removing a dead lock may just have moved ours.
			await sleep(20);
			if ((await readLink(link)) === socket) return { lock: { release, relabel } };
			continue;
		}
		const other = await readLink(link);
		const holder = other === null ? null : await ask(join(directory, other));
		if (holder !== null) {
			await close(server);
			return { holder };
		}
		if (other !== null) await removeDead(directory, link, other);
	}
}

/** Wait until commands are through; a server is reported at once. */
export async function waitForInstanceLock(
	directory: string,
	own: Omit<LockHolder, 'pid'>,
	onWait: (holder: LockHolder) => void,
): Promise<{ lock: InstanceLock } | { holder: LockHolder }> {
	for (let round = 0; ; round++) {
		const result = await acquireInstanceLock(directory, own);
		if ('lock' in result || result.holder.kind === 'server') return result;
		if (round === 0) onWait(result.holder);
		await sleep(250);
	}
}

function listen(path: string, holder: LockHolder): Promise<Server> {
	const server = createServer((socket) => {
		socket.on('error', () => {});
		socket.end(JSON.stringify(holder));
	});
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(path, () => {
			server.unref();
			resolve(server);
		});
	});
}

async function makeLink(target: string, path: string): Promise<boolean> {
	try {
		await symlink(target, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

function readLink(path: string): Promise<string | null> {
	return readlink(path).catch(() => null);
}

/** What the holder says of itself; null when nobody listens. */
function ask(path: string): Promise<LockHolder | null> {
	return new Promise((resolve) => {
		let text = '';
		const socket = connect(path);
		// A holder that is stopped or very busy still holds the lock.
		socket.setTimeout(3000, () => {
			socket.destroy();
			resolve({ pid: 0, kind: 'server', label: '' });
		});
		socket.setEncoding('utf8');
		socket.on('data', (chunk) => {
			text += chunk;
		});
		socket.on('end', () => resolve(parseHolder(text)));
		socket.on('error', () => resolve(null));
	});
}

function parseHolder(text: string): LockHolder | null {
	try {
		return JSON.parse(text) as LockHolder;
	} catch {
		return null;
	}
}

/** Several may find it dead at once: the link is moved aside, and put back when it turns out to be somebody's new one. */
async function removeDead(directory: string, link: string, dead: string): Promise<void> {
	const aside = `${link}.aside.${process.pid}`;
	try {
		await rename(link, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	const moved = await readLink(aside);
	if (moved !== null && moved !== dead) await makeLink(moved, link);
	await rm(aside, { force: true });
	await rm(join(directory, dead), { force: true });
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
	});
}
