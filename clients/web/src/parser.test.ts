import { Decoder, Encoder, PacketType, type Packet } from "socket.io-parser";
import { expect, test } from "vitest";

const encode = (packet: Packet) => new Encoder().encode(packet)[0];

function decode(wire: unknown): Packet {
  const decoder = new Decoder();
  const got: Packet[] = [];
  decoder.on("decoded", (packet: Packet) => got.push(packet));
  decoder.add(wire);
  expect(got).toHaveLength(1);
  return got[0]!;
}

test("what stands for socket.io-parser writes MessagePack and reads it back", () => {
  const data = ["answer", { word: "6♠", n: 3 }];
  const packet = { type: PacketType.EVENT, nsp: "/", id: 7, data };
  const wire = encode(packet);
  expect(wire).not.toBeTypeOf("string");
  expect(decode(wire)).toEqual(packet);
});

test("a disconnect carries no data", () => {
  const packet = { type: PacketType.DISCONNECT, nsp: "/" };
  expect(decode(encode(packet as Packet))).toEqual(packet);
});
