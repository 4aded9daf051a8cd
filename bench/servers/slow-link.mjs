/**
 * A slow network link between two TUN interfaces: delay, rate, queue and random loss for each direction, like netem, which not
 * every kernel has. Environment: LINK_FILES, the descriptors of both interfaces; LINK, the directions
 * `{ bitsPerSecond, delayMs, loss, queuePackets }`; the first direction is from the first interface to the second.
 */
import { read, writeSync } from 'node:fs';

const files = process.env.LINK_FILES.split(',').map(Number);
const directions = JSON.parse(process.env.LINK);
const LONGEST_PACKET = 65_536;

/** Returns a function that sends a packet: it waits for the packets before it, then for the delay. */
function direction({ bitsPerSecond, delayMs, loss, queuePackets }, to) {
  const onTheWay = [];
  let freeAt = 0;
  let timer = null;
  const arrive = (packet) => {
    try {
      writeSync(to, packet);
    } catch (error) {
      // An interface that is not up yet takes no packet; this one is lost.
      if (error.code !== 'EIO') throw error;
    }
  };
  const deliver = () => {
    timer = null;
    while (onTheWay[0]?.arrivesAt <= performance.now()) arrive(onTheWay.shift().packet);
    schedule();
  };
  const schedule = () => {
    if (timer === null && onTheWay.length > 0)
      timer = setTimeout(deliver, Math.max(0, onTheWay[0].arrivesAt - performance.now()));
  };
  return (packet) => {
    const now = performance.now();
    const waiting = onTheWay.reduce((sum, { sentAt }) => sum + Number(sentAt > now), 0);
    if (Math.random() < loss || waiting >= queuePackets) return;
    freeAt = Math.max(now, freeAt) + (packet.length * 8 * 1000) / bitsPerSecond;
    onTheWay.push({ packet, sentAt: freeAt, arrivesAt: freeAt + delayMs });
    schedule();
  };
}

/** Passes the packets of an interface on, until the interface is removed. */
function forward(from, send) {
  const buffer = Buffer.alloc(LONGEST_PACKET);
  read(from, buffer, 0, buffer.length, null, (error, length) => {
    if (error) process.exit(1);
    send(Buffer.from(buffer.subarray(0, length)));
    forward(from, send);
  });
}

forward(files[0], direction(directions[0], files[1]));
forward(files[1], direction(directions[1], files[0]));
console.log('up');
