;; Processes each byte of a picture's rows: filters rows, finds repetitions, and writes bits (RFC 1951). 128-bit lanes process 16 bytes in
;; the time of one. All addresses are byte offsets in the memory.
(module
  (memory (export "memory") 1)

  ;; Writes `length` bytes of `row` minus the corresponding bytes of `reference` (ISO/IEC 15948, section 9) to `out`.
  (func (export "filterRow") (param $row i32) (param $reference i32) (param $out i32) (param $length i32)
    (local $end i32) (local $steps i32)
    (local.set $end (i32.add (local.get $out) (local.get $length)))
    (local.set $steps (i32.add (local.get $out) (i32.and (local.get $length) (i32.const -16))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $out) (local.get $steps)))
        (v128.store
          (local.get $out)
          (i8x16.sub (v128.load (local.get $row)) (v128.load (local.get $reference))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $reference (i32.add (local.get $reference) (i32.const 16)))
        (local.set $out (i32.add (local.get $out) (i32.const 16)))
        (br $next)))

    ;; Remaining bytes, fewer than one step.
    (block $done
      (loop $rest
        (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
        (i32.store8
          (local.get $out)
          (i32.sub (i32.load8_u (local.get $row)) (i32.load8_u (local.get $reference))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (local.set $reference (i32.add (local.get $reference) (i32.const 1)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (br $rest))))

  ;; Returns the Adler-32 checksum (RFC 1950, section 8.2) of `length` bytes.
  (func (export "checksum") (param $at i32) (param $length i32) (result i32)
    (local $a i32) (local $b i32) (local $end i32) (local $stop i32)
    (local $bytes v128)
    ;; Sum of the bytes, sum of these sums before each step, and sum of the bytes weighted by their position in a step.
    (local $sums v128) (local $before v128) (local $weighted v128)

    (local.set $a (i32.const 1))
    (local.set $end (i32.add (local.get $at) (local.get $length)))

    (loop $sections
      ;; Maximum bytes that 32-bit sums hold before the remainder must be taken.
      (local.set $stop
        (i32.add
          (local.get $at)
          (i32.and
            (select
              (i32.const 5552)
              (i32.sub (local.get $end) (local.get $at))
              (i32.gt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 5552)))
            (i32.const -16))))
      (local.set $sums (v128.const i32x4 0 0 0 0))
      (local.set $before (v128.const i32x4 0 0 0 0))
      (local.set $weighted (v128.const i32x4 0 0 0 0))
      ;; Each following byte adds the first sum to the second again.
      (local.set $b
        (i32.add
          (local.get $b)
          (i32.mul (local.get $a) (i32.sub (local.get $stop) (local.get $at)))))
      (block $done
        (loop $steps
          (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
          (local.set $bytes (v128.load (local.get $at)))
          (local.set $before (i32x4.add (local.get $before) (local.get $sums)))
          (local.set $sums
            (i32x4.add
              (local.get $sums)
              (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bytes)))))
          (local.set $weighted
            (i32x4.add
              (local.get $weighted)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_u (local.get $bytes))
                  (v128.const i16x8 16 15 14 13 12 11 10 9))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_u (local.get $bytes))
                  (v128.const i16x8 8 7 6 5 4 3 2 1)))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $steps)))
      (local.set $a
        (i32.rem_u (i32.add (local.get $a) (call $total (local.get $sums))) (i32.const 65521)))
      (local.set $b
        (i32.rem_u
          (i32.add
            (local.get $b)
            (i32.add
              (i32.shl (call $total (local.get $before)) (i32.const 4))
              (call $total (local.get $weighted))))
          (i32.const 65521)))
      (br_if $sections
        (i32.ge_u (i32.sub (local.get $end) (local.get $at)) (i32.const 16))))

    ;; Remaining bytes, fewer than one step.
    (block $done
      (loop $rest
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $a (i32.add (local.get $a) (i32.load8_u (local.get $at))))
        (local.set $b (i32.add (local.get $b) (local.get $a)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $rest)))
    (i32.or
      (i32.shl (i32.rem_u (local.get $b) (i32.const 65521)) (i32.const 16))
      (i32.rem_u (local.get $a) (i32.const 65521))))

  ;; Returns the sum of four lanes.
  (func $total (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes)))))

  ;; Number of tokens found. A token has 32 bits: a literal byte, or a repetition with the highest bit set, its length shifted by 16, and
  ;; its distance.
  (global $count (mut i32) (i32.const 0))

  ;; Pending bits, their number, and the output address.
  (global $bits (mut i64) (i64.const 0))
  (global $held (mut i64) (i64.const 0))
  (global $out (mut i32) (i32.const 0))

  ;; Finds repetitions from `at` to `end`, until there are `room` tokens. Returns the address after the bytes that the tokens cover.
  ;; No token refers to bytes before `start`. `row` is the length of a row in bytes. `heads` contains the last address of four bytes, by
  ;; their hash.
  ;; Adds the frequency of each symbol to `literals` and `distances`.
  (func (export "findRepetitions")
    (param $at i32) (param $start i32) (param $end i32) (param $row i32)
    (param $tokens i32) (param $room i32) (param $heads i32) (param $literals i32) (param $distances i32)
    (result i32)
    (local $first i32) (local $full i32) (local $four i32) (local $head i32) (local $seen i32) (local $most i32)
    (local $length i32) (local $distance i32) (local $found i32) (local $symbol i32)
    (local.set $first (local.get $tokens))
    (local.set $full (i32.add (local.get $tokens) (i32.shl (local.get $room) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.ge_u (local.get $tokens) (local.get $full)))
        (local.set $length (i32.const 0))
        (local.set $most
          (select
            (i32.const 258)
            (i32.sub (local.get $end) (local.get $at))
            (i32.gt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 258))))
        (if (i32.ge_u (local.get $most) (i32.const 4))
          (then
            (local.set $four (i32.load (local.get $at)))
            ;; Pixel to the left: flat colours.
            (if (i32.ge_u (i32.sub (local.get $at) (local.get $start)) (i32.const 3))
              (then
                (if (i32.eq (i32.load (i32.sub (local.get $at) (i32.const 3))) (local.get $four))
                  (then
                    (local.set $distance (i32.const 3))
                    (local.set $length (call $same (i32.sub (local.get $at) (i32.const 3)) (local.get $at) (local.get $most)))))))
            ;; Row above. A match that is only one byte longer is not worth its distance, which has more bits.
            (if (i32.and
                  (i32.lt_u (local.get $length) (local.get $most))
                  (i32.and
                    (i32.ge_u (i32.sub (local.get $at) (local.get $start)) (local.get $row))
                    (i32.le_u (local.get $row) (i32.const 32768))))
              (then
                (if (i32.eq (i32.load (i32.sub (local.get $at) (local.get $row))) (local.get $four))
                  (then
                    (local.set $found (call $same (i32.sub (local.get $at) (local.get $row)) (local.get $at) (local.get $most)))
                    (if (i32.gt_u (local.get $found) (i32.add (local.get $length) (i32.ne (local.get $length) (i32.const 0))))
                      (then
                        (local.set $length (local.get $found))
                        (local.set $distance (local.get $row))))))))
            ;; Last occurrence of the next four bytes. A match of only four bytes is not worth its distance.
            (local.set $head
              (i32.add
                (local.get $heads)
                (i32.shl
                  (i32.shr_u (i32.mul (local.get $four) (i32.const 0x9e3779b1)) (i32.const 17))
                  (i32.const 2))))
            (local.set $seen (i32.load (local.get $head)))
            (if (i32.and
                  (i32.lt_u (local.get $length) (i32.const 64))
                  (i32.and
                    (i32.eq (i32.load (local.get $seen)) (local.get $four))
                    ;; Address 0, which marks an unseen hash, fails this test because it is too far away.
                    (i32.le_u (i32.sub (local.get $at) (local.get $seen)) (i32.const 32768))))
              (then
                (local.set $found (call $same (local.get $seen) (local.get $at) (local.get $most)))
                (if (i32.and
                      (i32.ge_u (local.get $found) (i32.const 5))
                      (i32.gt_u (local.get $found) (i32.add (local.get $length) (i32.ne (local.get $length) (i32.const 0)))))
                  (then
                    (local.set $length (local.get $found))
                    (local.set $distance (i32.sub (local.get $at) (local.get $seen)))))))
            (i32.store (local.get $head) (local.get $at))))
        (if (i32.ge_u (local.get $length) (i32.const 4))
          (then
            (i32.store
              (local.get $tokens)
              (i32.or
                (i32.or (i32.const 0x80000000) (i32.shl (local.get $length) (i32.const 16)))
                (local.get $distance)))
            (call $increment (local.get $literals) (call $lengthSymbol (local.get $length)))
            (call $increment (local.get $distances) (call $distanceSymbol (local.get $distance)))
            (local.set $at (i32.add (local.get $at) (local.get $length))))
          (else
            (local.set $symbol (i32.load8_u (local.get $at)))
            (i32.store (local.get $tokens) (local.get $symbol))
            (call $increment (local.get $literals) (local.get $symbol))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))))
        (local.set $tokens (i32.add (local.get $tokens) (i32.const 4)))
        (br $next)))
    (global.set $count (i32.shr_u (i32.sub (local.get $tokens) (local.get $first)) (i32.const 2)))
    (local.get $at))

  ;; Returns the number of tokens that were found last.
  (func (export "tokenCount") (result i32)
    (global.get $count))

  ;; Discards pending bits.
  (func (export "forgetBits")
    (global.set $bits (i64.const 0))
    (global.set $held (i64.const 0)))

  ;; Sets the output address.
  (func (export "writeTo") (param $out i32)
    (global.set $out (local.get $out)))

  ;; Writes up to 16 bits, lowest first. Bits of an incomplete byte stay pending.
  (func (export "writeBits") (param $value i32) (param $length i32)
    (global.set $bits
      (i64.or (global.get $bits) (i64.shl (i64.extend_i32_u (local.get $value)) (global.get $held))))
    (global.set $held (i64.add (global.get $held) (i64.extend_i32_u (local.get $length))))
    (i64.store (global.get $out) (global.get $bits))
    (global.set $out (i32.add (global.get $out) (i32.wrap_i64 (i64.shr_u (global.get $held) (i64.const 3)))))
    (global.set $bits (i64.shr_u (global.get $bits) (i64.and (global.get $held) (i64.const 56))))
    (global.set $held (i64.and (global.get $held) (i64.const 7))))

  ;; Returns the address after the last complete byte.
  (func (export "writtenTo") (result i32)
    (global.get $out))

  ;; Returns the number of pending bits.
  (func (export "heldBits") (result i32)
    (i32.wrap_i64 (global.get $held)))

  ;; Writes tokens. `literals` and `distances` contain the code of each symbol, with its length shifted by 16.
  (func (export "writeTokens")
    (param $tokens i32) (param $count i32) (param $literals i32) (param $distances i32)
    (local $token i32) (local $end i32) (local $code i32) (local $value i32) (local $extra i32)
    (local $bits i64) (local $held i64) (local $out i32)
    (local.set $bits (global.get $bits))
    (local.set $held (global.get $held))
    (local.set $out (global.get $out))
    (local.set $end (i32.add (local.get $tokens) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $tokens) (local.get $end)))
        (local.set $token (i32.load (local.get $tokens)))
        (if (i32.lt_s (local.get $token) (i32.const 0))
          (then
            (local.set $value (i32.and (i32.shr_u (local.get $token) (i32.const 16)) (i32.const 0x1ff)))
            (local.set $code (call $entry (local.get $literals) (call $lengthSymbol (local.get $value))))
            (local.set $bits (i64.or (local.get $bits) (call $codeAt (local.get $code) (local.get $held))))
            (local.set $held (i64.add (local.get $held) (call $codeLength (local.get $code))))
            (local.set $extra (call $lengthExtra (local.get $value)))
            (local.set $bits
              (i64.or
                (local.get $bits)
                (call $lowestAt (i32.sub (local.get $value) (i32.const 3)) (local.get $extra) (local.get $held))))
            (local.set $held (i64.add (local.get $held) (i64.extend_i32_u (local.get $extra))))
            (local.set $value (i32.and (local.get $token) (i32.const 0xffff)))
            (local.set $code (call $entry (local.get $distances) (call $distanceSymbol (local.get $value))))
            (local.set $bits (i64.or (local.get $bits) (call $codeAt (local.get $code) (local.get $held))))
            (local.set $held (i64.add (local.get $held) (call $codeLength (local.get $code))))
            (local.set $extra (call $distanceExtra (local.get $value)))
            (local.set $bits
              (i64.or
                (local.get $bits)
                (call $lowestAt (i32.sub (local.get $value) (i32.const 1)) (local.get $extra) (local.get $held))))
            (local.set $held (i64.add (local.get $held) (i64.extend_i32_u (local.get $extra)))))
          (else
            (local.set $code (call $entry (local.get $literals) (local.get $token)))
            (local.set $bits (i64.or (local.get $bits) (call $codeAt (local.get $code) (local.get $held))))
            (local.set $held (i64.add (local.get $held) (call $codeLength (local.get $code))))))
        ;; A token has at most 48 bits, and 7 can be pending from the one before.
        (i64.store (local.get $out) (local.get $bits))
        (local.set $out (i32.add (local.get $out) (i32.wrap_i64 (i64.shr_u (local.get $held) (i64.const 3)))))
        (local.set $bits (i64.shr_u (local.get $bits) (i64.and (local.get $held) (i64.const 56))))
        (local.set $held (i64.and (local.get $held) (i64.const 7)))
        (local.set $tokens (i32.add (local.get $tokens) (i32.const 4)))
        (br $next)))
    (global.set $bits (local.get $bits))
    (global.set $held (local.get $held))
    (global.set $out (local.get $out)))

  ;; Returns the number of equal bytes from two addresses on, up to `most`.
  (func $same (param $one i32) (param $other i32) (param $most i32) (result i32)
    (local $length i32) (local $differing i32)
    (loop $next
      (local.set $differing
        (i32.xor
          (i8x16.bitmask
            (i8x16.eq
              (v128.load (i32.add (local.get $one) (local.get $length)))
              (v128.load (i32.add (local.get $other) (local.get $length)))))
          (i32.const 0xffff)))
      (if (i32.eqz (local.get $differing))
        (then
          (local.set $length (i32.add (local.get $length) (i32.const 16)))
          (br_if $next (i32.lt_u (local.get $length) (local.get $most))))
        (else
          (local.set $length (i32.add (local.get $length) (i32.ctz (local.get $differing)))))))
    (select (local.get $length) (local.get $most) (i32.lt_u (local.get $length) (local.get $most))))

  ;; Symbols and extra bits of lengths and distances (RFC 1951, section 3.2.5). A symbol covers the highest bits of a value, three of a
  ;; length and two of a distance. The remaining bits are extra bits.
  (func $lengthSymbol (param $length i32) (result i32)
    (local $shift i32)
    (if (i32.eq (local.get $length) (i32.const 258)) (then (return (i32.const 285))))
    (local.set $shift (call $lengthExtra (local.get $length)))
    (i32.add
      (i32.const 257)
      (i32.add
        (i32.shl (local.get $shift) (i32.const 2))
        (i32.shr_u (i32.sub (local.get $length) (i32.const 3)) (local.get $shift)))))

  (func $lengthExtra (param $length i32) (result i32)
    (if (i32.or (i32.lt_u (local.get $length) (i32.const 11)) (i32.eq (local.get $length) (i32.const 258)))
      (then (return (i32.const 0))))
    (i32.sub (i32.const 29) (i32.clz (i32.sub (local.get $length) (i32.const 3)))))

  (func $distanceSymbol (param $distance i32) (result i32)
    (local $shift i32)
    (local.set $shift (call $distanceExtra (local.get $distance)))
    (i32.add
      (i32.shl (local.get $shift) (i32.const 1))
      (i32.shr_u (i32.sub (local.get $distance) (i32.const 1)) (local.get $shift))))

  (func $distanceExtra (param $distance i32) (result i32)
    (if (i32.lt_u (local.get $distance) (i32.const 5)) (then (return (i32.const 0))))
    (i32.sub (i32.const 30) (i32.clz (i32.sub (local.get $distance) (i32.const 1)))))

  (func $increment (param $table i32) (param $symbol i32)
    (local $at i32)
    (local.set $at (i32.add (local.get $table) (i32.shl (local.get $symbol) (i32.const 2))))
    (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))

  (func $entry (param $table i32) (param $symbol i32) (result i32)
    (i32.load (i32.add (local.get $table) (i32.shl (local.get $symbol) (i32.const 2)))))

  (func $codeAt (param $code i32) (param $held i64) (result i64)
    (i64.shl (i64.extend_i32_u (i32.and (local.get $code) (i32.const 0xffff))) (local.get $held)))

  (func $codeLength (param $code i32) (result i64)
    (i64.extend_i32_u (i32.shr_u (local.get $code) (i32.const 16))))

  ;; Returns the lowest bits of a value, shifted past the pending bits.
  (func $lowestAt (param $value i32) (param $length i32) (param $held i64) (result i64)
    (i64.shl
      (i64.extend_i32_u
        (i32.and
          (local.get $value)
          (i32.sub (i32.shl (i32.const 1) (local.get $length)) (i32.const 1))))
      (local.get $held))))
