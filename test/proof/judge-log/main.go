// Judges a log's folder with golang.org/x/mod/sumdb: go run . FOLDER VERIFIER-KEY
//
// The folder has checkpoint, tile/..., old/SIZE (checkpoint of that size), consistency/SIZE (hashes in base64, one per line) and
// proofs/*.tlog-proof. Prints a summary, or the first error and exits with 1.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error, what ...interface{}) {
	if err != nil {
		fmt.Println(append(what, err)...)
		os.Exit(1)
	}
}

func require(holds bool, what ...interface{}) {
	if !holds {
		check(fmt.Errorf("wrong"), what...)
	}
}

func read(elements ...string) []byte {
	data, err := os.ReadFile(filepath.Join(elements...))
	check(err)
	return data
}

// Returns a tree's head from a checkpoint with a valid signature.
func head(checkpoint []byte, key string) (tlog.Tree, string) {
	verifier, err := note.NewVerifier(key)
	check(err, "verifier key")
	opened, err := note.Open(checkpoint, note.VerifierList(verifier))
	check(err, "checkpoint")
	lines := strings.Split(opened.Text, "\n")
	require(len(lines) == 4 && lines[3] == "" && lines[0] == verifier.Name(), "lines of", opened.Text)
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err, "size")
	root, err := tlog.ParseHash(lines[2])
	check(err, "root")
	return tlog.Tree{N: size, Hash: root}, lines[0]
}

func hashes(lines []string) (found []tlog.Hash) {
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		check(err, "hash")
		found = append(found, hash)
	}
	return found
}

// Tile paths have a height in tlog, but not in C2SP.
func path(tile tlog.Tile) string { return strings.Replace(tile.Path(), "tile/8/", "tile/", 1) }

func main() {
	folder, key := os.Args[1], os.Args[2]
	tree, _ := head(read(folder, "checkpoint"), key)

	var entries [][]byte
	for n := int64(0); n*256 < tree.N; n++ {
		width := tree.N - n*256
		if width > 256 {
			width = 256
		}
		tile := tlog.Tile{H: 8, L: 0, N: n, W: int(width)}
		rest := read(folder, strings.Replace(path(tile), "tile/0/", "tile/entries/", 1))
		for ; len(rest) > 0; width-- {
			length := int(binary.BigEndian.Uint16(rest))
			entries = append(entries, rest[2:2+length])
			rest = rest[2+length:]
		}
		require(width == 0, "entries of bundle", n)
	}

	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (found []tlog.Hash, err error) {
		for _, index := range indexes {
			found = append(found, stored[index])
		}
		return found, nil
	})
	for n, entry := range entries {
		added, err := tlog.StoredHashes(int64(n), entry, reader)
		check(err)
		stored = append(stored, added...)
	}
	root, err := tlog.TreeHash(tree.N, reader)
	check(err)
	require(root == tree.Hash, "root of", tree.N)

	count := 0
	tiles := tlog.NewTiles(8, 0, tree.N)
	for at, tile := range tiles {
		// Lists all widths of a partial tile. Only the last one belongs to this size.
		if at+1 < len(tiles) && tiles[at+1].L == tile.L && tiles[at+1].N == tile.N {
			continue
		}
		count++
		expected, err := tlog.ReadTileData(tile, reader)
		check(err)
		require(bytes.Equal(expected, read(folder, path(tile))), path(tile))
	}

	olds, err := filepath.Glob(filepath.Join(folder, "old", "*"))
	check(err)
	for _, old := range olds {
		before, _ := head(read(old), key)
		text := strings.TrimSuffix(string(read(folder, "consistency", filepath.Base(old))), "\n")
		var lines []string
		if text != "" {
			lines = strings.Split(text, "\n")
		}
		check(tlog.CheckTree(hashes(lines), tree.N, tree.Hash, before.N, before.Hash), "consistency from", before.N)
	}

	proofs, err := filepath.Glob(filepath.Join(folder, "proofs", "*.tlog-proof"))
	check(err)
	for _, file := range proofs {
		parts := strings.SplitN(string(read(file)), "\n\n", 2)
		lines := strings.Split(parts[0], "\n")
		require(lines[0] == "c2sp.org/tlog-proof@v1", file)
		lines = lines[1:]
		if strings.HasPrefix(lines[0], "extra ") {
			_, err := base64.StdEncoding.DecodeString(lines[0][6:])
			check(err, file)
			lines = lines[1:]
		}
		require(strings.HasPrefix(lines[0], "index "), file)
		index, err := strconv.ParseInt(lines[0][6:], 10, 64)
		check(err, file)
		proved, _ := head([]byte(parts[1]), key)
		leaf := tlog.RecordHash(entries[index])
		check(tlog.CheckRecord(hashes(lines[1:]), proved.N, proved.Hash, index, leaf), file)
	}
	fmt.Printf("size %d, %d tiles, %d old heads, %d proofs\n", tree.N, count, len(olds), len(proofs))
}
